import { Readable } from 'node:stream';
import type { ApiContext } from '../../../client/service/api-context.ts';

export type ScriptedExports = Pick<ApiContext['tools'], 'exportReport' | 'exportPartialReport' | 'openBundles'>;

type ScriptedReports = ScriptedExports & Pick<ApiContext['tools'], 'renderReport' | 'checkPartialReport'>;

/** Reports without words, and exports that name what they are of. */
export function scriptedReports(changes: Partial<ScriptedExports>): ScriptedReports {
  return {
    renderReport: async () => '',
    checkPartialReport: async (report) => ({ report, quotesChecked: 0, quotesRejected: 0, markdown: '# So far\n' }),
    exportReport: async ({ name }, format) => ({ bytes: new TextEncoder().encode(`${format} of ${name}`), notes: [] }),
    exportPartialReport: async ({ researchId }, format) => ({
      bytes: new TextEncoder().encode(`${format} of what ${researchId} found`),
      notes: [],
    }),
    openBundles: async () => ({
      plan: async () => ({
        files: 1,
        bytes: 6,
        originalsMissing: [],
        open: () => Readable.from([Buffer.from('bundle')]),
        write: refuse,
      }),
      verify: refuse,
    }),
    ...changes,
  };
}

async function refuse(): Promise<never> {
  throw new Error('no route does this');
}
