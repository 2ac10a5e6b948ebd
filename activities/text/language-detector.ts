import { createRequire } from 'node:module';
import { fileURLToPath } from 'node:url';
import type { eld } from 'eld/medium';

const load = createRequire(import.meta.url);
let detector: typeof eld | undefined;

/** Loads the detector on first use: its tables take 170 MB and a third of a second, and most commands never need it. */
export function languageDetector(): typeof eld {
  detector ??= (load(fileURLToPath(import.meta.resolve('eld/medium'))) as { readonly eld: typeof eld }).eld;
  return detector;
}
