#!/bin/sh
# Runs a script of Rapport on the first Node in PATH that starts. npm puts the Node that Rapport
# brings first, which a bare server may lack a library for. The script then finds out what to do.
IFS=:
for folder in $PATH; do
  node=$folder/node
  [ -x "$node" ] && "$node" --version >/dev/null 2>&1 && exec "$node" "$@"
done
unset IFS
echo "Rapport found no Node in PATH that starts:" >&2
node --version 2>&1 | sed 's/^/  /' >&2
echo "If that names libatomic.so.1, install the library, then try again:" >&2
echo "  apt-get install libatomic1    on Debian and Ubuntu" >&2
echo "  dnf install libatomic         on Fedora, RHEL and their like" >&2
exit 2
