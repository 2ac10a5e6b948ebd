import { createRequire } from 'node:module';
import { fileURLToPath } from 'node:url';
import type { eld } from 'eld/medium';

const load = createRequire(import.meta.url);
let detector: typeof eld | undefined;

/** Loaded at first use: its tables take 170 MB and a third of a second, which most commands never need. */
export function languageDetector(): typeof eld {
  detector ??= (load(fileURLToPath(import.meta.resolve('eld/medium'))) as { readonly eld: typeof eld }).eld;
  return detector;
}
