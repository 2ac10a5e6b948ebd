import { counted } from '@plumbline/contracts/common/counted';
import { nameSkippedFiles } from '@plumbline/contracts/evidence/corpus';
import { nameLeftOut } from '@plumbline/contracts/evidence/left-out-phrases';
import type { RunView } from '@plumbline/contracts/report/run-view';
import { isOnTheWeb } from '@plumbline/contracts/research/retrieval-activities';
import { commands } from '../../errors/cli-commands.ts';
import type { RunMeasures } from '../runs/run-measures.ts';
import { toPlainLine } from '../terminal/plain-text.ts';
import { describeTrust } from './render-status.ts';

/**
 * The lines below the report of a finished run, each with the command that shows more.
 *
 * @param page address of the run's page; null: nothing serves it
 */
export function renderClosing(run: RunView, measures: RunMeasures, page: string | null): string[] {
  const { researchId, progress, hasReport, reportPath, recordPath, webUi } = run;
  const { corpus, telemetry, usage } = progress ?? {};
  const skipped = corpus?.skippedCount ?? 0;
  const unresolved = telemetry?.references.unresolved.filter((entry) => !isOnTheWeb(entry)).length ?? 0;
  const section = (name: 'about' | 'files' | 'references') => commands.reportSection(researchId, name);
  return [
    ...(skipped === 0
      ? []
      : [
          `Files:   ${skipped} not read, or only in part: ${toPlainLine(nameSkippedFiles(corpus?.skippedFiles ?? [], skipped))} · ${section('files')}`,
        ]),
    ...(corpus?.leftOut === undefined
      ? []
      : [`Left out: ${toPlainLine(nameLeftOut(corpus.leftOut))} · ${section('files')}`]),
    ...(unresolved === 0
      ? []
      : [`Links:   ${counted(unresolved, 'reference')} not found in these documents · ${section('references')}`]),
    ...(usage === undefined ? [] : [`About:   ${effortOf(usage)}${trusted(measures)} · ${section('about')}`]),
    ...(reportPath === null ? [] : [`Report:  ${reportPath}`]),
    ...(hasReport
      ? [`Verify:  ${commands.verify(recordPath ?? researchId)}`, `Trace:   ${commands.trace(researchId)}`]
      : []),
    ...(webUi === null ? [] : [`Web UI:  ${webUi}`]),
    `Page:    ${page ?? commands.serve()}`,
  ];
}

function effortOf({ searches, pages }: { readonly searches: number; readonly pages: number }): string {
  return `${counted(searches, 'search', 'searches')}, ${counted(pages, 'passage')} read`;
}

function trusted({ trust }: RunMeasures): string {
  return trust === null || describeTrust(trust) === '' ? '' : `, ${describeTrust(trust)}`;
}
