import type { QueryAnchor } from '@plumbline/contracts/evidence/query-anchor';
import type { ReasoningStep } from '@plumbline/model/reasoner';
import { type AddressedPassage, showAddressed } from '@plumbline/quotes/passages';
import { neutraliseKeys } from '@plumbline/quotes/quotes';
import { z } from 'zod';
import { systemText, tagged, taggedAnchor, taggedWithKeys, UNDATED } from './prompt-text.ts';

/** A statement that the check refused, under an id issued by code (`s1`). */
export interface RefusedInText {
  readonly id: string;
  readonly text: string;
  /** The addresses that it cites, in brackets. */
  readonly marks: string;
  readonly reason: string;
  /** It is a cell of a table, which stays short, or lines of code. */
  readonly form: 'sentence' | 'cell' | 'code';
}

/** A passage with its place. */
export interface PlacedPassage {
  readonly passage: AddressedPassage;
  readonly place: string;
}

export interface MendStatementsStepInput {
  readonly anchor: QueryAnchor;
  /** The part of the report as it was written, with the ids of what was refused. */
  readonly section: string;
  readonly refused: readonly RefusedInText[];
  readonly passages: readonly PlacedPassage[];
  /** What else is wrong with the part; empty: nothing. */
  readonly warning: string;
}

const MAX_SECTION_LENGTH = 30_000;
const MAX_FAULTS_LENGTH = 12_000;
const MAX_PASSAGE_LENGTH = 8_000;

/** New sentences by the id of the refused one; none where nothing can be said. */
export interface MendedText {
  readonly id: string;
  readonly text: string;
}

const ENTRY = /^[\s>*-]*\[?(s\d+)\]?\**\s*[:.)]\**\s*/u;
const NOTHING = /^[-–—\s]*$|^(?:nothing|none|nichts)[.\s]*$/iu;

/** Each line that begins with an id opens an entry; what follows without one belongs to it. */
export const mendedSchema = z.string().transform((answer): MendedText[] => {
  const entries: { id: string; text: string }[] = [];
  for (const line of answer.split('\n')) {
    const id = ENTRY.exec(line)?.[1];
    const last = entries.at(-1);
    if (id !== undefined) entries.push({ id, text: line.replace(ENTRY, '').trim() });
    else if (last !== undefined && line.trim() !== '') last.text = `${last.text}\n${line.trimEnd()}`.trim();
  }
  return entries.filter(({ text }) => !NOTHING.test(text));
});

/** Asks the author of a part of the report to say once more, from the whole passages, what the check refused. By rule nothing is said. */
export const mendStatementsStep: ReasoningStep<MendStatementsStepInput, MendedText[]> = {
  name: 'mend-statements',
  role: 'main',
  version: 3,
  writes: 'markdown',
  output: mendedSchema,
  prompt: ({ anchor, section, refused, passages, warning }) => ({
    system: systemText(
      'You mend a report: statements in it were refused by a check against its sources.',
      UNDATED,
      anchor.language,
    ),
    user: [
      taggedAnchor(anchor),
      tagged('section', section, MAX_SECTION_LENGTH),
      taggedWithKeys('faults', refused.map(renderRefused).join('\n'), MAX_FAULTS_LENGTH),
      ...passages.map(({ passage, place }) =>
        taggedWithKeys(
          'passage',
          `${neutraliseKeys(place)}\n${showAddressed(passage, neutraliseKeys)}`,
          MAX_PASSAGE_LENGTH,
          passage.label,
        ),
      ),
      INSTRUCTION,
      ...(warning === '' ? [] : [warning]),
    ].join('\n\n'),
  }),
  offline: () => [],
};

const INSTRUCTION = [
  'For each refused id, write one line: the id, a colon, and what replaces the statement, or a dash if the passages do not support it.',
  'Keep what is right and correct what is not: the value, the condition, the subject, how certain it is. Often only an address is missing: then keep the statement whole, and add the address of the words that say the rest.',
  'Let it read on smoothly from the sentence before it.',
  'Behind each sentence, put the address of the words that say it, in brackets: [p1.3] or [p1.3-5; p2.1]. Figures, dates and names stand there, or the question gives them, or follow from both.',
  'Keep a cell to a few words without a full stop, with its address. Its row and column stay.',
  'For code, write the whole block, line by line, ready to copy, with its addresses on the last line.',
  'A conclusion or a transition needs no address; it brings in no new figure, date or name.',
  'End a sentence that says that the documents do not mention something with [none: words to search for].',
  'End a computed figure with its computation from figures of the cited words: [calc: (28-23)/28*100 = 17.9].',
  's1: The new sentence [p1.3].\ns2: -',
].join('\n');

function renderRefused({ id, text, marks, reason, form }: RefusedInText): string {
  return `${id} (${form}): ${neutraliseKeys(text)} ${marks}\n  Refused: ${neutraliseKeys(reason)}`;
}
