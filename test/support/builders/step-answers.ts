import { UNRELATED } from '../../../activities/report/verifying/control-statement.ts';

/** A tagged text as a prompt shows it. */
export interface PromptBlock {
  readonly id: string;
  readonly text: string;
}

/** What one prompt asks about. */
export interface ReadPrompt {
  readonly text: string;
  /** First line of the task; empty where the prompt has none. */
  readonly task: string;
  /** First lines of a message, and of a question that stands alone; empty where the prompt has none. */
  readonly message: string;
  readonly question: string;
  readonly passages: readonly PromptBlock[];
  readonly findings: readonly PromptBlock[];
  /** Quotes under their citation keys, in order. */
  readonly quotes: readonly { readonly key: string; readonly text: string }[];
}

interface ScriptedClaim {
  readonly text: string;
  readonly citations: readonly string[];
}

/** What a scripted model knows about one subject; {@link STEP_ANSWERS} puts it into the shapes of the steps. */
export interface ScriptedKnowledge {
  readonly keyEntities: readonly string[];
  readonly scope: string;
  readonly coverage: number;
  readonly questions?: (prompt: ReadPrompt) => readonly object[];
  /** What answers of a person change; without it the step is not answered. */
  readonly clarification?: { readonly refinedIntent: string; readonly keyClarifications: readonly string[] };
  readonly tasks: (prompt: ReadPrompt) => readonly string[];
  readonly rationale: string;
  readonly queries: (prompt: ReadPrompt) => readonly string[];
  readonly extraction: (
    passage: PromptBlock,
    prompt: ReadPrompt,
  ) => {
    readonly information: string;
    readonly quotes: readonly { readonly text: string; readonly reason: string }[];
    readonly relevance: number;
  };
  /** What a look at all findings adds; nothing without it. */
  readonly reflection?: (prompt: ReadPrompt) => Readonly<Record<string, unknown>>;
  /** Whether a statement is said by the words that it cites; none is without it. */
  readonly isEntailed?: (statement: PromptBlock) => boolean;
  /** Parts of the report, which become Markdown; the others are empty. */
  readonly report: (prompt: ReadPrompt) => Readonly<Record<string, unknown>>;
}

type StepAnswer = (knowledge: ScriptedKnowledge, prompt: ReadPrompt) => unknown;

/** The one place that knows the answer's shape of every step. */
export const STEP_ANSWERS: Readonly<Record<string, StepAnswer>> = {
  'assess-clarity': ({ keyEntities, scope, coverage, questions, tasks, rationale }, prompt) => ({
    keyEntities,
    scope,
    knowledgeGaps: [],
    coverage,
    questions: questions?.(prompt) ?? [],
    tasks: tasks(prompt).map((text) => ({ text, rationale })),
  }),
  'summarize-clarification': ({ clarification, scope }) =>
    clarification === undefined ? undefined : { ...clarification, scope, remainingGaps: [] },
  'plan-research': ({ tasks, rationale }, prompt) => ({ tasks: tasks(prompt).map((text) => ({ text, rationale })) }),
  'rewrite-query': ({ queries }, prompt) =>
    Object.fromEntries(
      blocksIn(prompt.text, 'task').map(({ id, text }) => [
        id,
        queries({ ...prompt, task: text.split('\n', 1).join() }),
      ]),
    ),
  'compare-memory': () => ({ conflicts: [], known: [] }),
  'extract-findings': ({ extraction }, prompt) => {
    const passages = prompt.passages.map((passage) => {
      const { quotes, information, relevance } = extraction(
        { ...passage, text: withoutAddresses(passage.text) },
        prompt,
      );
      const cite = quotes.flatMap(({ text }) => addressesOf(text, passage)).join('; ');
      return { id: passage.id, relevance, tasks: idsOfTasks(prompt.text), cite, note: information };
    });
    return { passages, leads: [], contradictions: [] };
  },
  'compose-answer': ({ report }, prompt) => {
    const { summary = [], limitations = [] } = report(prompt);
    return reportMarkdown({ summary, limitations });
  },
  // What a briefing says is in its claims.
  'compose-briefing': (_, { text }) =>
    Object.fromEntries(blocksIn(text, 'theme').map(({ id }) => [id, { summary: [], focus: [] }])),
  'synthesize-report': ({ report }, prompt) => reportMarkdown(report(prompt)),
  'reflect-on-findings': ({ reflection }, prompt) => ({
    closed: [],
    gaps: [],
    tasks: [],
    contradictions: [],
    ...reflection?.(prompt),
  }),
  'understand-message': (_, { message }) => understoodAs(message),
  'answer-generally': () => ({ text: 'Hello! Ask me about the documents.' }),
  'describe-document': () => ({ line: 'Rules for the lamp.', questions: ['How long does the harbour lamp burn?'] }),
  'describe-picture': () => 'Office: 30 hours',
  'judge-entailment': ({ isEntailed }, { text }) => ({
    verdicts: statementsIn(text).map(({ id, said, words }) => ({
      id,
      ...(knownVerdict(said, words) ?? verdictOn(isEntailed?.({ id, text: said }) ?? false)),
    })),
    instead: [],
    beside: statementsIn(text).flatMap(({ id, said }) => (said === UNRELATED ? [id] : [])),
    uses: [],
  }),
  // Facts that nobody has told before.
  'judge-news': (_, { text }) =>
    Object.fromEntries([...text.matchAll(/^(p\d+): /gm)].map(([, id = '']) => [id, { kind: 'fact', relations: [] }])),
  'mend-statements': () => 's1: -',
  'complete-sections': () => '-',
  'critique-answer': () => ({ isSufficient: true, missing: '', searches: [] }),
};

/** A message that stands alone, is about no catalogue, and is searched for in the documents. */
export function understoodAs(message: string, changes: object = {}): object {
  return {
    rewrittenPrompt: message,
    confidence: 0.9,
    alternatives: [],
    conflicts: [],
    needsClarification: false,
    grounding: 'full',
    reason: 'it asks for something specific',
    vertical: 'other',
    filters: [],
    preference: '',
    searches: [{ tool: 'documents', query: message }],
    memory: [],
    ...changes,
  };
}

/** The statements of a prompt, with the words that they cite. */
function statementsIn(prompt: string): { readonly id: string; readonly said: string; readonly words: string }[] {
  // The instructions below the passages explain the marks.
  const shown = prompt.slice(0, prompt.lastIndexOf('</passage>'));
  const cited = new Map(
    [...shown.matchAll(/\[q(\d+)\] ([^[]*)/g)].map(([, number = '', words = '']) => [Number(number), words]),
  );
  return [...shown.matchAll(/\[(p\d+)\] ([^\n[]*)/g)].map(([, id = '', line = '']) => {
    const numbers = /\((q[\dq, -]+)\)\s*$/.exec(line)?.[1] ?? '';
    const words = numbersIn(numbers)
      .map((number) => cited.get(number) ?? '')
      .join(' ');
    return { id, said: line.replace(/\s*\(q[\dq, -]+\)\s*$/, ''), words };
  });
}

function numbersIn(runs: string): number[] {
  return runs.split(',').flatMap((run) => {
    const [from = 0, to = from] = (run.match(/\d+/g) ?? []).map(Number);
    return from === 0 ? [] : Array.from({ length: to - from + 1 }, (_, index) => from + index);
  });
}

/** A judge that can be relied on confirms the words of a source, and refuses a figure or a subject that they do not have. */
function knownVerdict(said: string, words: string): object | undefined {
  if (words === '') return undefined;
  if (words.includes(said)) return verdictOn(true);
  const isStrange = (said.match(/\b\d+\b/g) ?? []).some((figure) => !words.includes(figure));
  const shares = (said.match(/\p{L}{5,}/gu) ?? []).some((word) => words.includes(word));
  return isStrange || !shares ? { verdict: 'no', reason: 'the words say something else' } : undefined;
}

function verdictOn(isEntailed: boolean): object {
  return isEntailed ? { verdict: 'yes', reason: '' } : { verdict: 'unsure', reason: 'it does not show it' };
}

/** What a scripted model answers to a step; undefined for a step that it does not know. */
export function answerStep(
  { step, prompt }: { readonly step: string; readonly prompt: string },
  knowledge: ScriptedKnowledge,
  answers: Readonly<Record<string, StepAnswer>> = STEP_ANSWERS,
): unknown {
  return answers[step]?.(knowledge, readPrompt(prompt));
}

type WrittenParts = Readonly<Record<string, unknown>>;

/** A report as a model writes it: the answer, what else is stated below a heading, and limitations. */
export function reportMarkdown({ title, summary, overview, keyFindings, sections, limitations }: WrittenParts): string {
  const details = (sections ?? []) as readonly {
    readonly heading: string;
    readonly claims?: readonly ScriptedClaim[];
    readonly markdown?: string;
  }[];
  const others = [...asClaims(overview), ...asClaims(keyFindings)];
  const limits = asClaims(limitations);
  return [
    ...(typeof title === 'string' ? [`# ${title}`] : []),
    paragraphOf(asClaims(summary)),
    ...(others.length === 0 ? [] : [`## Details\n\n${paragraphOf(others)}`]),
    ...details.map(({ heading, claims, markdown }) => `## ${heading}\n\n${markdown ?? paragraphOf(claims ?? [])}`),
    ...(limits.length === 0 ? [] : [`## LIMITS\n\n${limits.map((claim) => `- ${withMarks(claim)}`).join('\n')}`]),
  ].join('\n\n');
}

function asClaims(value: unknown): readonly ScriptedClaim[] {
  return (value ?? []) as readonly ScriptedClaim[];
}

function paragraphOf(claims: readonly ScriptedClaim[]): string {
  return claims.map(withMarks).join(' ');
}

function withMarks({ text, citations }: ScriptedClaim): string {
  return [text, ...citations.map((address) => `[${address}]`)].join(' ');
}

/** Quotes in a part of a prompt, and sentences behind their addresses. */
export function quotesIn(text: string): ReadPrompt['quotes'] {
  const quotes = [...text.matchAll(/\[(\w+(?:q\d+|s\d+-\d+))\] "([^"]*)"/g)];
  const addressed = [...text.matchAll(/\[(p\d+\.\d+)\] ([^[\n]*[^[\n\s])/g)];
  return [...quotes, ...addressed].map(([, key = '', words = '']) => ({ key, text: words }));
}

/** A claim in the words of a quote. */
export function claimOf({ key, text }: { readonly key: string; readonly text: string }): ScriptedClaim {
  return { text, citations: [key] };
}

function readPrompt(text: string): ReadPrompt {
  return {
    text,
    task: firstLineIn(text, 'task'),
    message: firstLineIn(text, 'message'),
    question: firstLineIn(text, 'question'),
    passages: blocksIn(text, 'passage'),
    findings: [...blocksIn(text, 'finding'), ...notesIn(text)],
    quotes: quotesIn(text),
  };
}

const ADDRESS = /\[(p\d+\.\d+)\] /g;

function withoutAddresses(text: string): string {
  return text.replaceAll(ADDRESS, '');
}

/** The addresses in a passage behind which some words begin, or go on. */
function addressesOf(words: string, { text }: PromptBlock): string[] {
  const marks = [...text.matchAll(ADDRESS)];
  const plain = withoutAddresses(text);
  const from = plain.indexOf(words);
  if (from === -1) return [];
  let removed = 0;
  const starts = marks.map(({ index, 0: mark, 1: address = '' }) => {
    const start = index - removed;
    removed += mark.length;
    return { start, address };
  });
  return starts
    .filter(({ start }, index) => start < from + words.length && from < (starts[index + 1]?.start ?? plain.length))
    .map(({ address }) => address);
}

function idsOfTasks(text: string): string[] {
  const [, tasks = ''] = /<task>\n([\s\S]*?)\n<\/task>/.exec(text) ?? [];
  return [...tasks.matchAll(/^(\S+): /gm)].map(([, id = '']) => id);
}

function firstLineIn(text: string, tag: string): string {
  return new RegExp(`<${tag}(?: id="[^"]*")?>\\n(?:[a-z]+\\d+: )?([^\\n]*)`).exec(text)?.[1] ?? '';
}

function blocksIn(text: string, tag: string): PromptBlock[] {
  const blocks = text.matchAll(new RegExp(`<${tag} id="([^"]+)">\\n([\\s\\S]*?)\\n</${tag}>`, 'g'));
  return [...blocks].map(([, id = '', content = '']) => ({ id, text: content }));
}

/** Notes of an outline: one a line, under the id of its finding. */
function notesIn(text: string): PromptBlock[] {
  const lists = [...text.matchAll(/<finding>\n([\s\S]*?)\n<\/finding>/g)];
  return lists.flatMap(([, list = '']) =>
    [...list.matchAll(/^((?:[a-z0-9-]+f|c)\d+) (.*)$/gm)].map(([, id = '', note = '']) => ({ id, text: note })),
  );
}
