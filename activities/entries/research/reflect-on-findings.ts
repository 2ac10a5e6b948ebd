import type { Claim } from '@plumbline/contracts/evidence/claim';
import { type Finding, servedTasks } from '@plumbline/contracts/evidence/finding';
import type { Reasoned } from '@plumbline/contracts/research/accounting';
import type {
  OpenGap,
  ReflectedTask,
  Reflection,
  ReflectOnFindingsInput,
} from '@plumbline/contracts/research/reflection';
import { withoutKeys } from '@plumbline/quotes/quotes';
import { type Reflected, type ReflectedDocument, reflectOnFindingsStep } from '../../steps/reflect-on-findings.ts';
import type { ActivityDependencies } from '../dependencies.ts';
import { shelfOf } from './shelf.ts';

const TASK_OF_GAP = /^\W*(?<taskId>[a-z0-9-]{1,32})\s*:\s+(?<text>\S.*)$/su;
const NOTE_ID = /(?<![\p{L}\p{N}])n\d+(?![\p{L}\p{N}])/gu;
/** Of weaker findings the place alone is shown. */
const WEAK = 0.5;
const MAX_HEADING_LENGTH = 120;
/** All that may be open at once. */
const MAX_OPEN = 12;

/** A finding with its id in the prompt; null: it is shown by its place. */
interface ShownFinding {
  readonly id: string | null;
  readonly finding: Finding;
}

/** Says what the findings of a run leave open, and what to look for next. A task that was asked already is left out. */
export function createReflectOnFindings({ corpus, reasoner }: Pick<ActivityDependencies, 'corpus' | 'reasoner'>) {
  return async (input: ReflectOnFindingsInput, signal: AbortSignal): Promise<Reasoned<Reflection>> => {
    const { engine, metering, maxTasks } = input;
    const known = input.tasks.map(({ taskId }) => taskId);
    const shown = shownFindings(input);
    const gaps = input.gaps.map((gap, index) => ({ ...gap, id: `g${index + 1}` }));
    const { originalQuestion, language } = input.anchor;
    const shelf = await shelfOf(corpus, input.corpusId, originalQuestion, language);
    const { value, cost } = await reasoner.run(
      reflectOnFindingsStep,
      { ...input, shelf, gaps, documents: documentsOf(shown) },
      { engine, metering, signal },
    );
    const closed = new Set(value.closed?.map((id) => id.trim()));
    const left = gaps.filter(({ id }) => !closed.has(id));
    const added = value.gaps.map((gap) => toGap(withoutKeys(gap), known)).filter(({ text }) => text !== '');
    const open = [...left.map(({ taskId, text }) => ({ taskId, text })), ...added].slice(0, MAX_OPEN);
    const asked = new Set([...input.tasks.map(({ text }) => text), ...input.lookedFor].map(normalised));
    const tasks = value.tasks
      .map((task) => toTask(task, gaps, open))
      .filter(({ text }) => text !== '' && !asked.has(normalised(text)))
      .slice(0, maxTasks);
    return { value: { gaps: open, tasks, contradictions: contradictionsIn(value, shown) }, cost };
  };
}

/** Document by document; what is not weak has an id. */
function shownFindings({ findings }: ReflectOnFindingsInput): ShownFinding[] {
  let count = 0;
  return [...Map.groupBy(findings, ({ locator }) => locator).values()].flat().map((finding) => {
    const id = (finding.relevance ?? 0) >= WEAK ? `n${++count}` : null;
    return { id, finding };
  });
}

function documentsOf(shown: readonly ShownFinding[]): ReflectedDocument[] {
  return [...Map.groupBy(shown, ({ finding }) => finding.locator).values()].map((own) => ({
    title: own[0]?.finding.title ?? '',
    notes: own.flatMap(({ id, finding }) => (id === null ? [] : `${id} ${placeOf(finding)}: ${saidBy(finding)}`)),
    others: own.flatMap(({ id, finding }) => (id === null ? placeOf(finding) : [])),
  }));
}

function placeOf(finding: Finding): string {
  const heading = finding.headingPath.at(-1) ?? '';
  const served = `(${servedTasks(finding).join(', ')})`;
  return heading === '' || heading === finding.title ? served : `${served} ${heading.slice(0, MAX_HEADING_LENGTH)}`;
}

function saidBy({ extractedInfo, quotes }: Finding): string {
  return (extractedInfo === '' ? (quotes[0]?.text ?? '') : extractedInfo).replaceAll(/\s+/gu, ' ');
}

function toGap(said: string, known: readonly string[]): OpenGap {
  const { taskId = '', text = '' } = TASK_OF_GAP.exec(said)?.groups ?? {};
  return known.includes(taskId) ? { taskId, text } : { taskId: null, text: said };
}

/** Its reason names the gap that it closes: by its id, or by its words. */
function toTask(
  { text, rationale }: Reflected['tasks'][number],
  gaps: readonly (OpenGap & { readonly id: string })[],
  open: readonly OpenGap[],
): ReflectedTask {
  const named = gaps.find(({ id }) => new RegExp(`(?<![a-z0-9])${id}(?![a-z0-9])`, 'u').test(rationale));
  const words = normalised(rationale);
  const closes = named ?? open.find((gap) => words.includes(normalised(gap.text)));
  const reason = named === undefined ? rationale : named.text;
  const known = closes === undefined ? {} : { closes: closes.text };
  return { text: withoutKeys(text), rationale: withoutKeys(reason), ...known };
}

/** Only where two notes are named: the words that they cite are the two sides. */
function contradictionsIn({ contradictions = [] }: Reflected, shown: readonly ShownFinding[]): Claim[] {
  const byId = new Map(shown.map(({ id, finding }) => [id, finding]));
  return contradictions.flatMap((said) => {
    const sides = new Set((said.match(NOTE_ID) ?? []).flatMap((id) => byId.get(id) ?? []));
    const citations = [...sides].flatMap(({ quotes }) => quotes[0]?.key ?? []);
    const text = withoutKeys(said.replaceAll(NOTE_ID, (id) => nameOf(byId.get(id)))).trim();
    return citations.length < 2 || text === '' ? [] : [{ text, citations }];
  });
}

/** What a reader of the conflict can find it by. */
function nameOf(finding: Finding | undefined): string {
  if (finding === undefined) return '';
  return `“${[finding.title, ...finding.headingPath.slice(-1)].join(' > ')}”`;
}

function normalised(text: string): string {
  return text
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();
}
