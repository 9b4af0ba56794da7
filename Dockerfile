# The image of Rapport: docker build --tag rapport .
# BUILDER is any Debian with Node 20 or newer and npm. BASE is the same Debian without: Rapport brings the
# Node that it runs on, which is the only one of the image.
ARG BUILDER=docker.io/library/node:24-trixie-slim
ARG BASE=docker.io/library/debian:trixie-slim

FROM ${BUILDER} AS build
RUN apt-get update && apt-get install --yes --no-install-recommends libatomic1
WORKDIR /srv/rapport
COPY . .
RUN npm run build
# What builds the pages stays behind. The last completes what a first start would: later the root of the
# container cannot be written.
RUN npm prune --omit=dev --include=optional --no-audit --no-fund \
 && node_modules/.bin/node --input-type=module --eval "import { findBinaries } from './server/src/platform/database/embedded/binaries.ts'; if (!('postgres' in (await findBinaries()))) process.exit(1);"

FROM ${BASE}
# libatomic1 is for that Node. pg_dump and pg_restore are for backups of a database at DATABASE_URL.
# They must not be older than it, so they come from the archive of PostgreSQL itself.
RUN apt-get update \
 && apt-get install --yes --no-install-recommends ca-certificates libatomic1 postgresql-common \
 && /usr/share/postgresql-common/pgdg/apt.postgresql.org.sh -y \
 && apt-get install --yes --no-install-recommends postgresql-client-18 \
 && rm -rf /var/lib/apt/lists/* \
 && useradd --system --uid 10001 --user-group --no-create-home --shell /usr/sbin/nologin rapport \
 && install --directory --owner=rapport --group=rapport --mode=0700 /data /backups
WORKDIR /srv/rapport
COPY --from=build /srv/rapport /srv/rapport
ENV NODE_ENV=production HOST=0.0.0.0 PORT=3000 RAPPORT_DATA_DIR=/data MALLOC_ARENA_MAX=2 \
    NODE_OPTIONS=--max-semi-space-size=16 \
    PATH=/srv/rapport/node_modules/.bin:/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin
USER rapport
VOLUME /data
EXPOSE 3000
STOPSIGNAL SIGTERM
HEALTHCHECK --interval=10s --timeout=5s --start-period=60s \
  CMD ["node", "--eval", "fetch(`http://127.0.0.1:${process.env.PORT}/readyz`).then(({ ok }) => process.exit(ok ? 0 : 1), () => process.exit(1))"]
ENTRYPOINT ["rapport"]
CMD ["serve"]
