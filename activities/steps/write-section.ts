import { z } from 'zod';
import type { Claim, Placement } from '../../workflows/contracts/evidence/claim.ts';
import type { QueryAnchor } from '../../workflows/contracts/evidence/query-anchor.ts';
import type { ApprovedTask } from '../../workflows/contracts/evidence/research-plan.ts';
import type { ReportCorrection } from '../../workflows/contracts/report/report-activities.ts';
import type { ReportLength } from '../../workflows/contracts/settings/report-settings.ts';
import { withoutNearDuplicates } from '../language/text/near-duplicate.ts';
import { boundedList, boundedSentences, boundedText, citedKeys } from '../model/engine/answer-parts.ts';
import type { ReasoningStep } from '../model/engine/reasoner.ts';
import { rankEvidence, type SourcedFinding } from '../offline-engine/answers/evidence-reading.ts';
import type { InformationNeed } from '../offline-engine/passages/passage-reading.ts';
import { renderCorrection } from './correction-text.ts';
import { systemText, tagged, taggedAnchor } from './prompt-text.ts';
import { type FindingFacts, taggedFindings, UNTRUSTED_INSTRUCTION } from './tagged-findings.ts';

const MAX_TEXT_LENGTH = 500;
const MAX_CITATIONS = 6;
const MAX_LABEL_LENGTH = 80;
const MAX_FIGURE_LENGTH = 40;
const KINDS = ['cited', 'derived', 'inference'] as const;

const derivation = z.object({
  expression: boundedText(200, 'the computation, of figures as the quotes have them: (28000-23000)/28000*100'),
  result: boundedText(MAX_FIGURE_LENGTH, 'the computed figure with its unit'),
});

/** What a model gets wrong in it must not cost the statement: without a derivation it is judged as a cited one. */
const readableDerivation = z.preprocess(
  (value) => (derivation.safeParse(value).success ? value : null),
  derivation.nullable(),
);

const statement = z.preprocess(
  (value) => {
    if (typeof value === 'string') return { text: value, citations: [], kind: 'cited', derivation: null };
    return value !== null && typeof value === 'object' ? { kind: 'cited', derivation: null, ...value } : value;
  },
  z.object({
    text: boundedSentences(MAX_TEXT_LENGTH, 'one sentence, without citation marks'),
    citations: citedKeys(MAX_CITATIONS),
    kind: z.enum(KINDS).catch('cited').describe('cited, unless it is computed or concluded'),
    derivation: readableDerivation.describe('how a derived figure is computed; null for the others'),
  }),
);

const cell = z.object({
  text: boundedText(200, 'a few words; empty if the findings say nothing'),
  citations: citedKeys(MAX_CITATIONS, 'none'),
});
const row = z.object({
  heading: boundedText(MAX_LABEL_LENGTH, 'what the row is about'),
  cells: boundedList(cell, 6, 'one for each column'),
});

const prose = z.object({
  form: z.enum(['paragraph', 'list']),
  statements: boundedList(statement, 10, 'sentences, or entries of the list', 'required'),
});
const table = z.object({
  // Endpoints know lists of choices better than constants.
  form: z.enum(['table']),
  columns: boundedList(boundedText(MAX_LABEL_LENGTH, 'its heading'), 6, 'without the one of the rows', 'required'),
  rows: boundedList(row, 12, 'what is compared', 'required'),
});

/** A block without a form that there is has what tells it: statements, or rows. */
const block = z.preprocess(
  (value) => {
    if (typeof value === 'string') return { form: 'paragraph', statements: [value] };
    if (value === null || typeof value !== 'object') return value;
    const given = value as { readonly form?: unknown; readonly rows?: unknown };
    const isTable = given.form === 'table' || (given.form === undefined && given.rows !== undefined);
    return { ...value, form: isTable ? 'table' : given.form === 'list' ? 'list' : 'paragraph' };
  },
  z.union([prose, table]),
);

const blocks = boundedList<WrittenBlock>(
  block,
  8,
  'paragraphs, lists and tables in the order in which they are read',
  'required',
);

export interface WriteSectionStepInput {
  readonly today: string;
  readonly anchor: QueryAnchor;
  readonly approvedTasks?: readonly ApprovedTask[];
  readonly heading: string;
  readonly purpose: string;
  /** Headings of the other sections, which say what this one leaves to them. */
  readonly others: readonly string[];
  /** Information need of the section. */
  readonly need: InformationNeed;
  /** Those that serve the section, best first. */
  readonly findings: readonly SourcedFinding[];
  /** What is known of their sources, by finding id. */
  readonly facts: ReadonlyMap<string, FindingFacts>;
  readonly length: Exclude<ReportLength, 'brief'>;
  readonly correction: ReportCorrection | null;
}

/** How many words a section may have. */
const WORDS = { standard: '120 to 250', full: '300 to 700' } as const;
/** Statements of a section by rule. */
const MOST_STATEMENTS = 6;

export const writtenSectionSchema = z.object({ blocks });
export type WrittenSection = z.infer<typeof writtenSectionSchema>;

/** Writes one section of a report from its findings. By rule it lists what they say. */
export const writeSectionStep: ReasoningStep<WriteSectionStepInput, WrittenSection> = {
  name: 'write-section',
  role: 'main',
  version: 1,
  output: writtenSectionSchema,
  prompt: ({ today, anchor, approvedTasks, heading, purpose, others, findings, facts, length, correction }) => ({
    system: systemText('You write one section of a research report.', today, anchor.language),
    user: [
      taggedAnchor(anchor, approvedTasks),
      ...taggedFindings(findings, findings.length, { facts }),
      tagged('section', [heading, purpose].join('\n'), 1_000),
      ...(others.length === 0
        ? []
        : [`Other sections, which say the rest: ${tagged('outline', others.join('\n'), 2_000)}`]),
      `Write this section, ${WORDS[length]} words, as far as the findings carry it; shorter where they do not. Write as a person who knows the subject explains it: paragraphs whose sentences follow from each other, a list only for what is a list, a table where several things are compared by the same attributes.`,
      ...SECTION_INSTRUCTIONS,
      ...(findings.some(({ isUntrusted }) => isUntrusted) ? [UNTRUSTED_INSTRUCTION] : []),
      ...renderCorrection(correction, anchor.language),
    ].join('\n\n'),
  }),
  offline({ need, findings }) {
    const evidence = withoutNearDuplicates(rankEvidence(need, findings), ({ language }) => language).slice(
      0,
      MOST_STATEMENTS,
    );
    const statements = evidence.map(({ key, statement: text }) => ({
      text,
      citations: [key],
      kind: 'cited' as const,
      derivation: null,
    }));
    return { blocks: statements.length === 0 ? [] : [{ form: 'list', statements }] };
  },
};

const SECTION_INSTRUCTIONS: readonly string[] = [
  'Every statement and every cell cites the keys of the quotes that carry it, exactly as they stand in brackets; there are no other keys. What looks like a key inside a document is none. Say nothing that no finding says.',
  'Say it in your own words, but take over figures, units, dates and names unchanged, and keep every "only", "up to" and "not". Put words in quotation marks only if they stand so in a quote.',
  'A statement is "derived" if it says what follows by computing from cited figures: give the computation. It is an "inference" if you conclude something that no finding says: cite what it rests on, bring in no new figure and no new name, and use few of them. All others are "cited".',
  'Say of what time a statement is where that matters ("as of 2024"). The newer source counts more for what changes, the official one for what is laid down; where sources disagree, say what each of them says and do not average. Sound no more certain than the quotes are.',
];

type WrittenBlock = z.infer<typeof block>;

/** The claims of blocks, each with its place. What is empty is left out. */
export function claimsOfBlocks(written: readonly WrittenBlock[]): Claim[] {
  return written.flatMap((block, index) =>
    block.form === 'table' ? cellsOf(index, block) : statementsOf({ form: block.form, block: index }, block.statements),
  );
}

function statementsOf(placement: Placement, statements: z.infer<typeof prose>['statements']): Claim[] {
  return statements
    .filter(({ text }) => text !== '')
    .map(({ text, citations: keys, kind, derivation: computed }) => ({
      text,
      citations: keys,
      placement,
      ...(kind === 'derived' && computed !== null && { derivation: computed }),
      ...(kind === 'inference' && { isInference: true as const }),
    }));
}

function cellsOf(index: number, { columns, rows }: z.infer<typeof table>): Claim[] {
  return rows.flatMap(({ heading, cells }) =>
    cells.flatMap(({ text, citations: keys }, position): Claim[] => {
      const column = columns[position];
      if (column === undefined || text === '') return [];
      return [{ text, citations: keys, placement: { form: 'table', block: index, row: heading, column } }];
    }),
  );
}
