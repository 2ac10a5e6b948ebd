import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Plugin } from 'rolldown';
import { buildProgram, compiledNameOf, PROGRAM } from '../../../workers/install/compiled-program.js';

const here = (name: string): string => JSON.stringify(fileURLToPath(new URL(name, import.meta.url)));

/** Modules that get a companion in their place where workers are put together. */
const COMPANIONS: readonly (readonly [module: string, companion: string])[] = [
  [`'@temporalio/worker'`, here('./worker-sdk.ts')],
  [`'../../activities/registry.ts'`, here('./activities.ts')],
];

const instrument: Plugin = {
  name: 'instrument',
  transform: {
    filter: { id: /\/workers\/assembly\/[^/]+\.ts$/ },
    handler: (code) => COMPANIONS.reduce((text, [module, companion]) => text.replaceAll(module, companion), code),
  },
};

/** The program as it ships, but its worker can be intercepted. */
export interface InstrumentedProgram {
  /** The command line. */
  readonly entry: string;
  remove(): Promise<void>;
}

/** A worker is put together by its own code, whatever that does; only the companions are not its own. */
export async function buildInstrumentedProgram(): Promise<InstrumentedProgram> {
  const folder = `${PROGRAM}-instrumented-${process.pid}`;
  await buildProgram(folder, { plugins: [instrument] });
  return {
    entry: join(folder, compiledNameOf('client/cli/main.ts')),
    remove: () => rm(folder, { recursive: true, force: true }),
  };
}
