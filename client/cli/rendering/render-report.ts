import { counted } from '@plumbline/contracts/common/counted';
import { nameSkippedFiles } from '@plumbline/contracts/evidence/corpus';
import { nameLeftOut } from '@plumbline/contracts/evidence/left-out-phrases';
import type { ReportReading } from '@plumbline/contracts/report/report-reading';
import type { RunView } from '@plumbline/contracts/report/run-view';
import type { Degradation } from '@plumbline/contracts/research/accounting';
import { isOnTheWeb } from '@plumbline/contracts/research/retrieval-activities';
import { commands } from '../../errors/failures.ts';
import type { RunMeasures } from '../runs/find-run.ts';
import { present, toPlainLine, withoutControlCharacters, wrapEntries } from '../terminal/text-layout.ts';
import { describeTrust } from './render-status.ts';

/** A `## ` at the start of a line is a heading of the report itself: quoted text escapes it. */
const SECTION_START = /^(?=## )/m;
/** The words at the end of an entry of the sources. */
const SOURCE_WORDS = /:? [“„«][^\n]*[”“»]$/gm;
/** The account is a list; sources begin with a number or the name of a document. */
const ACCOUNT = /^## [^\n]*\n\n- /;
const SOURCES = /^## [^\n]*\n\n(?:\[[\d–]+\]|\*)/;
/** Between two entries: a line break of Markdown keeps each on a line of its own. */
const BETWEEN_ENTRIES = /^(\[\d+\] .*)\n\n(?=\[\d+\] )/gm;

/**
 * The report: rendered Markdown on a terminal, plain Markdown elsewhere.
 *
 * @param columns null: not a terminal
 */
export async function renderInTerminal(markdown: string, columns: number | null): Promise<string> {
  const text = withoutControlCharacters(markdown);
  if (columns === null) return text;
  // Loaded late: its syntax highlighter takes longer than everything else together.
  const [{ Marked }, { markedTerminal }] = await Promise.all([import('marked'), import('marked-terminal')]);
  const renderer = new Marked(
    markedTerminal({ width: Math.min(columns, 100), reflowText: true, showSectionPrefix: false, emoji: false, tab: 2 }),
    {
      renderer: {
        // marked-terminal prints list entries without rendering their inline Markdown.
        text(token) {
          return 'tokens' in token && token.tokens ? this.parser.parseInline(token.tokens) : token.text;
        },
      },
    },
  );
  // marked-terminal breaks paragraphs, but not list entries.
  return wrapEntries(renderer.parse(text, { async: false }), columns);
}

/**
 * The report as shown when a run ends, short enough for one screen: without the section on how it came about, which
 * reports of rules have, and with the places of the sources alone.
 */
export function shortReport(markdown: string): string {
  const parts = markdown.split(SECTION_START);
  const body = ACCOUNT.test(parts.at(-1) ?? '') ? parts.slice(0, -1) : parts;
  const sources = body.at(-1) ?? '';
  if (!SOURCES.test(sources)) return parts.length === 1 ? markdown : body.join('').trimEnd();
  const places = sources.replaceAll(SOURCE_WORDS, '').replaceAll(BETWEEN_ENTRIES, '$1  \n');
  return [...body.slice(0, -1), places].join('').trimEnd();
}

/**
 * The lines below the report of a finished run, each with the command that shows more.
 *
 * @param page address of the run's page; null: nothing serves it
 */
export function renderClosing(run: RunView, measures: RunMeasures, page: string | null): string[] {
  const { researchId, progress, hasReport, reportPath, recordPath, webUi } = run;
  const { corpus, telemetry, usage, degradations = [] } = progress ?? {};
  const skipped = corpus?.skippedCount ?? 0;
  const unresolved = telemetry?.references.unresolved.filter((entry) => !isOnTheWeb(entry)).length ?? 0;
  const byRule = degradations.filter(({ isByRule }) => isByRule === true);
  const section = (name: 'about' | 'files' | 'references') => commands.reportSection(researchId, name);
  const unread = toPlainLine(nameSkippedFiles(corpus?.skippedFiles ?? [], skipped));
  return present(
    ...causesOf(byRule, 'times').map((cause) => `No model: ${toPlainLine(cause)}`),
    skipped > 0 && `Files:   ${skipped} not read, or only in part: ${unread} · ${section('files')}`,
    corpus?.leftOut !== undefined && `Left out: ${toPlainLine(nameLeftOut(corpus.leftOut))} · ${section('files')}`,
    unresolved > 0 &&
      `Links:   ${counted(unresolved, 'reference')} not found in these documents · ${section('references')}`,
    usage !== undefined && `About:   ${effortOf(usage)}${trusted(measures)} · ${section('about')}`,
    reportPath !== null && `Report:  ${reportPath}`,
    hasReport && `Verify:  ${commands.verify(recordPath ?? researchId)}`,
    hasReport && `Trace:   ${commands.trace(researchId)}`,
    webUi !== null && `Web UI:  ${webUi}`,
    `Page:    ${page ?? commands.serve()}`,
  );
}

/** The same below the places of a search: its checks, and how a report comes to be written. */
export function renderSearchClosing(run: RunView, { checks }: ReportReading, page: string | null): string[] {
  const { researchId, progress, reportPath, recordPath } = run;
  const byRule = (progress?.degradations ?? []).filter(({ isByRule }) => isByRule === true);
  const why = causesOf(byRule, 'times').map((cause) => `No model: ${toPlainLine(cause)}`);
  const { quotesChecked, quotesRejected } = checks;
  return [
    `Checks:  ${counted(quotesChecked, 'quotation')} compared with the stored sources, ${quotesRejected} rejected · ${commands.verify(recordPath ?? researchId)}`,
    ...(reportPath === null ? [] : [`Report:  ${reportPath}`]),
    `Page:    ${page ?? commands.serve()}`,
    ...(why.length > 0
      ? why
      : [`Written: a model writes a report of these places; ${commands.doctor()} says how to set one up`]),
  ];
}

/** Each cause once, behind the steps that it struck. */
export function causesOf(degradations: readonly Degradation[], times: string): string[] {
  const byCause = Map.groupBy(degradations, ({ cause }) => cause);
  return [...byCause].map(([cause, struck]) => {
    const count = struck.reduce((sum, one) => sum + one.count, 0);
    const steps = struck.map(({ step }) => step).join(', ');
    return `${steps}: ${cause}${count > struck.length ? ` (${count} ${times})` : ''}`;
  });
}

function effortOf({ searches, pages }: { readonly searches: number; readonly pages: number }): string {
  return `${counted(searches, 'search', 'searches')}, ${counted(pages, 'passage')} read`;
}

function trusted({ trust }: RunMeasures): string {
  return trust === null || describeTrust(trust) === '' ? '' : `, ${describeTrust(trust)}`;
}
