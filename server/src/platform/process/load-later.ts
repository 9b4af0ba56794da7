import { createRequire } from 'node:module';

const require = createRequire(import.meta.url);

/**
 * Returns a function that loads a library when it is first called. For the large ones that an idle
 * server does not need (0058).
 */
export function loadLater<Library>(name: string): () => Library {
  let library: Library | undefined;
  return () => {
    library ??= require(name) as Library;
    return library;
  };
}
