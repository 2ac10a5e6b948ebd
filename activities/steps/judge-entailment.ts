import { z } from 'zod';
import { neutraliseKeys } from '../corpus/quotes/citation-keys.ts';
import { keyedById, readEntries } from '../model/engine/answer-parts.ts';
import type { ReasoningStep } from '../model/engine/reasoner.ts';
import { systemOpening, tagged, UNDATED } from './prompt-text.ts';

/** Words that a statement cites, with the sentences around them. */
export interface ShownQuotation {
  /** Title and headings. */
  readonly place: string;
  /** The sentence before it; empty at the start. */
  readonly before: string;
  readonly text: string;
  readonly after: string;
}

/** A statement under a short id issued by code (`p1`). */
export interface UndecidedStatement {
  readonly id: string;
  readonly text: string;
  /** What the report says right before it, which may name its subject; of a conclusion all that it may rest on. */
  readonly before: string;
  /** None: it is a conclusion from what is said before it. */
  readonly quotes: readonly ShownQuotation[];
  /** What the rules doubt. */
  readonly doubts: readonly string[];
}

export interface JudgeEntailmentStepInput {
  readonly language: string;
  readonly statements: readonly UndecidedStatement[];
}

const MAX_STATEMENT_LENGTH = 1_000;
const MAX_QUOTES_LENGTH = 4_000;
const MAX_BEFORE_LENGTH = 3_000;
const MAX_REASON_LENGTH = 300;

export const ENTAILMENT_VERDICTS = ['yes', 'no', 'unsure'] as const;

/** Verdicts by id; a statement may be left out, and a word that is no verdict is no judgement. */
export const entailmentSchema = z.preprocess(
  (answer) => ({
    verdicts: readEntries(answer, ['verdict'])?.map(({ id, verdict, reason }) => ({
      id,
      verdict: ENTAILMENT_VERDICTS.find((one) => one === String(verdict).trim().toLowerCase()) ?? 'unsure',
      reason: typeof reason === 'string' ? reason.trim().slice(0, MAX_REASON_LENGTH) : '',
    })),
  }),
  z.object({
    verdicts: z.array(z.object({ id: z.string(), verdict: z.enum(ENTAILMENT_VERDICTS), reason: z.string() })),
  }),
);
export type Entailment = z.infer<typeof entailmentSchema>;

/** Judges by meaning whether quotations say the statements of a part of the report. By rule nothing is judged. */
export const judgeEntailmentStep: ReasoningStep<JudgeEntailmentStepInput, Entailment> = {
  name: 'judge-entailment',
  role: 'small',
  version: 2,
  output: entailmentSchema,
  asked: (ids) =>
    keyedById(
      ids,
      z.object({
        verdict: z.enum(ENTAILMENT_VERDICTS),
        reason: z
          .string()
          .max(MAX_REASON_LENGTH)
          .describe('empty for yes; else in few words what its quotations do not say'),
      }),
    ),
  prompt: ({ language, statements }) => ({
    ids: statements.map(({ id }) => id),
    system: systemOpening('You check whether quotations say what the statements of a report say.', UNDATED, language),
    user: [...statements.map(renderStatement), INSTRUCTION].join('\n\n'),
  }),
  offline: () => ({ verdicts: [] }),
};

const INSTRUCTION = [
  'For every id give a verdict.',
  'yes: a reader of its quotations, with the sentences around them and their place, agrees to the whole statement, in whatever words and language. What a reader infers without doubt is said. A statement without quotations concludes from what is said around it, or leads to it: yes if it agrees with that. One that says what the documents leave out: no if the place that its doubt names speaks of the very matter, yes if it speaks of another.',
  'no: the quotations speak of something else, or the statement changes what they say: another value, condition, subject, cause, time, or extent.',
  'unsure: they may mean it, but do not show it.',
  'Some statements stand beside quotations of another subject. A doubt was found by comparing words; it may be wrong.',
].join('\n');

function renderStatement({ id, text, before, quotes, doubts }: UndecidedStatement): string {
  const lines = [
    ...(before === '' ? [] : [`Said before: ${before.slice(-MAX_BEFORE_LENGTH)}`]),
    `Statement: ${text.slice(0, MAX_STATEMENT_LENGTH)}`,
    ...quotes.map(renderQuotation),
    ...doubts.map((doubt) => `Doubt: ${doubt}`),
  ];
  const longest = MAX_BEFORE_LENGTH + MAX_STATEMENT_LENGTH + MAX_QUOTES_LENGTH;
  return tagged('passage', lines.join('\n'), longest, id);
}

function renderQuotation({ place, before, text, after }: ShownQuotation): string {
  const around = (words: string): string => (words === '' ? '' : `(${inOneLine(words)}) `);
  const words = `${around(before)}${neutraliseKeys(text)} ${around(after)}`.trim();
  return `Quotation (${inOneLine(place)}): ${words}`;
}

function inOneLine(text: string): string {
  return neutraliseKeys(text).replaceAll(/\s+/g, ' ').trim();
}
