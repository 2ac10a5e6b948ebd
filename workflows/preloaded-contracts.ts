// Run once for each worker, before any workflow: its workflows share zod and the contracts, because building their schemas again takes
// longer than most workflow tasks. No contract may hold state that depends on a workflow.
import { z } from 'zod';

declare global {
  interface ImportMeta {
    /** Of webpack, which makes the bundle: the modules of a folder. Temporal's bundler shows it no folders in that folder. */
    webpackContext(folder: string): ((name: string) => object) & { keys(): string[] };
  }
}

const FOLDERS = [
  import.meta.webpackContext('./contracts/answers'),
  import.meta.webpackContext('./contracts/briefings'),
  import.meta.webpackContext('./contracts/common'),
  import.meta.webpackContext('./contracts/evidence'),
  import.meta.webpackContext('./contracts/report'),
  import.meta.webpackContext('./contracts/research'),
  import.meta.webpackContext('./contracts/settings'),
];
const contracts = FOLDERS.flatMap((modulesOf) => modulesOf.keys().map(modulesOf));

// The SDK freezes all that an unfrozen module gives out, down to the last value. Schemas complete themselves when they are first used,
// and patterns are reset before each use, so only the list of what such a module gives out is frozen.
for (const module of [z.regexes, ...contracts]) Object.freeze(module);
