import type { Stage } from '@plumbline/contracts/report/progress';

const ENGLISH = {
  contents: 'Contents',
  /** Precedes the id and the date of the report. */
  report: 'Report',
  /** Leads from a quotation back to the claims that cite it. */
  backTo: 'Back to the text',
  /** @param page `1` @param pages `3` */
  pageOf: (page: string, pages: string) => `Page ${page} of ${pages}`,
  citedAs: (numbers: readonly number[]) => `Cited as ${marks(numbers)}`,
  partial: (stage: Stage, asOf: string) =>
    `Partial report as of ${asOf}: the run is ${stage}. None of this was validated against the question or written into an answer yet.`,
  covered: (percent: number, tasks: number, findings: string, checked: number, rejected: number) =>
    `Covered: ${percent} % of the tasks (${tasks}) with good evidence · findings: ${findings} · quotations compared with the stored sources: ${checked}, of which ${rejected} were left out`,
  tasks: 'Tasks',
  taskOpen: 'under way',
  taskDone: 'done',
  findings: 'Findings',
  gaps: 'Gaps so far',
  contextTier: (tier: number, taskId: string) => `tier ${tier}, for ${taskId}`,
};

/** The fixed words that only exports have. */
export type ExportPhrases = typeof ENGLISH;

const GERMAN: ExportPhrases = {
  contents: 'Inhalt',
  report: 'Bericht',
  backTo: 'Zurück zum Text',
  pageOf: (page, pages) => `Seite ${page} von ${pages}`,
  citedAs: (numbers) => `Zitiert als ${marks(numbers)}`,
  partial: (stage, asOf) =>
    `Zwischenbericht, Stand ${asOf}: Der Lauf ist noch nicht zu Ende (${stage}). Nichts davon wurde bisher an der Frage geprüft oder zu einer Antwort verarbeitet.`,
  covered: (percent, tasks, findings, checked, rejected) =>
    `Abgedeckt: ${percent} % der Aufgaben (${tasks}) mit guten Belegen · Befunde: ${findings} · mit den gespeicherten Quellen verglichene Zitate: ${checked}, davon ${rejected} weggelassen`,
  tasks: 'Aufgaben',
  taskOpen: 'in Arbeit',
  taskDone: 'erledigt',
  findings: 'Befunde',
  gaps: 'Lücken bisher',
  contextTier: (tier, taskId) => `Stufe ${tier}, für ${taskId}`,
};

function marks(numbers: readonly number[]): string {
  return numbers.map((number) => `[${number}]`).join(', ');
}

export function exportPhrasesFor(language: string): ExportPhrases {
  return language === 'de' ? GERMAN : ENGLISH;
}
