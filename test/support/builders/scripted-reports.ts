import type { ApiContext } from '../../../client/http/context/api-context.ts';

export type ScriptedExports = Pick<ApiContext['tools'], 'exportReport' | 'exportPartialReport'>;

type ScriptedReports = ScriptedExports & Pick<ApiContext['tools'], 'renderReport' | 'checkPartialReport'>;

/** Reports without words, and exports that name what they are of. */
export function scriptedReports(changes: Partial<ScriptedExports>): ScriptedReports {
  return {
    renderReport: async () => '',
    checkPartialReport: async (report) => ({ report, quotesChecked: 0, quotesRejected: 0, markdown: '# So far\n' }),
    exportReport: async (path, format) => ({ bytes: new TextEncoder().encode(`${format} of ${path}`), notes: [] }),
    exportPartialReport: async ({ researchId }, format) => ({
      bytes: new TextEncoder().encode(`${format} of what ${researchId} found`),
      notes: [],
    }),
    ...changes,
  };
}
