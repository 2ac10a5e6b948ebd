import { counted } from '../../../workflows/contracts/counted.ts';
import type { RunView } from '../../runs/run-view.ts';
import { typed } from '../../wording/cli-commands.ts';
import type { RunMeasures } from '../runs/run-measures.ts';
import { toPlainLine } from '../terminal/plain-text.ts';

/** What stands below the report of a run that is over: one line for each thing, and the command that shows all of it. */
export function renderClosing(run: RunView, measures: RunMeasures): string[] {
  const { researchId, progress, reportPath, recordPath, webUi } = run;
  const { corpus, telemetry, usage } = progress ?? {};
  const skipped = corpus?.skippedCount ?? 0;
  const [first] = corpus?.skippedFiles ?? [];
  const unresolved = telemetry?.references.unresolved.length ?? 0;
  const section = (name: 'about' | 'files' | 'references') => typed.reportSection(researchId, name);
  return [
    ...(skipped === 0
      ? []
      : [
          `Skipped: ${counted(skipped, 'file')}${first === undefined ? '' : `, ${reasonsOf(skipped, first)}`} · ${section('files')}`,
        ]),
    ...(unresolved === 0
      ? []
      : [
          `Links:   ${counted(unresolved, 'reference')} leading to nothing in these documents · ${section('references')}`,
        ]),
    ...(usage === undefined ? [] : [`About:   ${effortOf(usage)}${lowScores(measures)} · ${section('about')}`]),
    ...(reportPath === null ? [] : [`Report:  ${reportPath}`]),
    ...(recordPath === null ? [] : [`Verify:  ${typed.verify(recordPath)}`, `Trace:   ${typed.trace(researchId)}`]),
    ...(webUi === null ? [] : [`Web UI:  ${webUi}`]),
  ];
}

function reasonsOf(
  skipped: number,
  { locator, reason }: { readonly locator: string; readonly reason: string },
): string {
  const words = `${toPlainLine(locator)}: ${toPlainLine(reason)}`;
  return skipped === 1 ? words : `the first ${words}`;
}

function effortOf({ searches, pages }: { readonly searches: number; readonly pages: number }): string {
  return `${counted(searches, 'search', 'searches')}, ${counted(pages, 'passage')} read`;
}

/** Only those that say something. */
function lowScores({ scores }: RunMeasures): string {
  const low = Object.entries(scores ?? {}).filter(([, percent]) => percent < 100);
  return low.map(([name, percent]) => `, ${inWords(name)} ${percent} %`).join('');
}

/** `queryAdherence` is "query adherence". */
function inWords(name: string): string {
  return name.replaceAll(/\p{Lu}/gu, (letter) => ` ${letter.toLowerCase()}`);
}
