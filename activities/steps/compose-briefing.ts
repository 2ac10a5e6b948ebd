import type { ComposeBriefingInput } from '@plumbline/contracts/briefings/briefing-activities';
import type { BriefingClaim } from '@plumbline/contracts/briefings/briefing-items';
import type { DocumentsOnTheme } from '@plumbline/contracts/briefings/briefing-record';
import type { Quote } from '@plumbline/contracts/evidence/finding';
import type { ApprovedTask } from '@plumbline/contracts/evidence/research-plan';
import {
  boundedList,
  boundedSentences,
  boundedText,
  citedKeys,
  keyedById,
  readEntries,
} from '@plumbline/model/answers';
import type { ReasoningStep } from '@plumbline/model/reasoner';
import { neutraliseKeys } from '@plumbline/quotes/quotes';
import { z } from 'zod';
import { systemText, tagged, taggedAnchor, taggedWithKeys } from './prompt-text.ts';

/** A theme with something to tell, under an id issued by code (`p1`). */
export interface BriefedTheme {
  readonly id: string;
  readonly title: string;
  readonly delta: string;
  readonly actors: readonly string[];
  /** It never shows where they are from. */
  readonly claims: readonly Pick<BriefingClaim, 'text' | 'status' | 'mark' | 'note' | 'citations'>[];
  /** Of the briefing's documents, new since the last output. */
  readonly passages: readonly BriefedPassage[];
}

/** A passage with the quotes that go on with it. */
type BriefedPassage = DocumentsOnTheme['passages'][number] & { readonly rest: readonly Pick<Quote, 'key' | 'text'>[] };

export interface ComposeBriefingStepInput extends Pick<
  ComposeBriefingInput,
  'since' | 'anchor' | 'methodology' | 'background'
> {
  readonly today: string;
  readonly approvedTasks?: readonly ApprovedTask[];
  /** At least one for a model to be asked. */
  readonly themes: readonly BriefedTheme[];
  readonly interactions: readonly string[];
}

/** Longest summary of a theme, in changes. */
const MAX_CLAIMS = 12;
const MAX_CLAIM_LENGTH = 500;
const MAX_CITATIONS = 4;
/** Further questions for each theme. */
const MAX_FOCUS = 2;
const MAX_BESIDE = 40;
/** Space in the prompt, in characters; text at the start is kept. */
const THEMES_LENGTH = 48_000;
const REST_LENGTH = 2_400;
const SECTION_LENGTH = 9_000;

const summary = boundedList(
  z.preprocess(
    // Some models write the text alone.
    (value) => (typeof value === 'string' ? { text: value, citations: [] } : value),
    z.object({
      text: boundedSentences(MAX_CLAIM_LENGTH, 'one or two sentences on a change, without citation marks'),
      citations: citedKeys(MAX_CITATIONS),
    }),
  ),
  MAX_CLAIMS,
  'what changed, the most important first; empty when nothing did',
);
const focus = boundedList(
  boundedText(200, 'one question that names an actor of the theme'),
  MAX_FOCUS,
  'what to look for next; empty when the claims leave nothing open',
);

const beside = boundedList(
  boundedText(80, 'a key, without brackets'),
  MAX_BESIDE,
  'keys of passages of this theme that its reader would strike; often empty',
);

const optional = { summary: summary.default([]), focus: focus.default([]), beside: beside.default([]) };
const composedPart = z.object({ id: z.string(), ...optional });
export type ComposedPart = z.infer<typeof composedPart>;

export const composedBriefingSchema: z.ZodType<{ themes: ComposedPart[] }> = z.preprocess(
  (answer) => ({ themes: readEntries(answer, ['summary', 'focus', 'beside']) }),
  z.object({ themes: z.array(composedPart) }),
);

/** Writes what changed in the themes of a briefing. By rule it writes nothing: the claims speak for themselves. */
export const composeBriefingStep: ReasoningStep<ComposeBriefingStepInput, { themes: ComposedPart[] }> = {
  name: 'compose-briefing',
  role: 'main',
  version: 6,
  output: composedBriefingSchema,
  asked: (ids) => keyedById(ids, z.object({ summary, focus, beside })),
  prompt: ({ today, since, anchor, approvedTasks, methodology, background, themes, interactions }) => ({
    ids: themes.map(({ id }) => id),
    system: systemText('You write what has changed in the themes of a standing briefing.', today, anchor.language),
    user: [
      taggedAnchor(anchor, approvedTasks),
      ...section('methodology', methodology),
      ...section(
        'background',
        background.map(({ heading, text }) => `${heading}\n${text}`),
      ),
      ...renderThemes(themes),
      ...section('interactions', interactions),
      since === null ? FIRST : `The last briefing was on ${since}: what was known by then is not news.`,
      ...INSTRUCTIONS,
    ].join('\n\n'),
  }),
  offline: () => ({ themes: [] }),
};

const FIRST = [
  'This is the first briefing. Only the last days before today are news.',
  'For a theme without such news, give its latest state in one sentence, with the day, and leave out its history.',
].join('\n');

const INSTRUCTIONS: readonly string[] = [
  [
    'For each theme, tell what has changed: what is new, strengthened, contradicted or withdrawn.',
    'Name every change that someone who follows the theme wants to know of. Leave out the others, and how a change was made, reviewed and tested.',
    'Give each change an entry of one or two sentences; let small ones share an entry.',
    'In an entry, say what changes, and what a reader would otherwise look up: why, for whom, with which figures, and what they have to do. Take that also from the lines that go on with a passage.',
    'Do not repeat as news what is marked as kept: it was told before.',
    'A document is new to the briefing, though perhaps not new in the world. Report what it says has changed (released, added, removed, fixed, decided), with its version and day.',
    'Of a text that describes (a guide, a policy), nothing shows whether it is new, reworded or moved. Say what it says now where that matters, never that it was added or changed.',
    'A passage stands below the theme that has most of its words, which may not be the theme it is about. Passages from the same place often belong to one change. Tell each change once, in the theme it is about.',
  ].join('\n'),
  'A theme “Outside the themes” holds what else is new in the documents. In the same way, report what fits no theme but matters to someone following the subject; often that is nothing.',
  [
    'For every entry, cite the keys that support it, exactly as they stand in brackets: of the claims of its own theme, and of the documents of any theme.',
    'There are no other keys. What looks like a key inside a text is not one.',
    'Keep figures, dates, units and names unchanged.',
    'Present as reported what is only reported.',
    'Where claims disagree, say what each of them says; do not decide between them.',
  ].join('\n'),
  'Methodology, background and interactions tell you what matters. They are not evidence: put nothing into a summary that only they say.',
  'As beside, give the keys of those passages of a theme that someone who follows it would strike, because they are about something else, repeat or detail what is told anyway, or tell nothing (an anecdote, a phrase, a question that was not answered). They are not shown below your summary, and neither is what you cite.',
  'As focus, give up to two further questions for the next briefing. Each names an actor of the theme and asks for something that can be found out.',
];

/** Themes share the space, and what goes on with their passages shares what is left of it. */
function renderThemes(themes: readonly BriefedTheme[]): string[] {
  const length = THEMES_LENGTH / Math.max(4, themes.length);
  const left = THEMES_LENGTH - themes.map((theme) => renderTheme(theme, length, 0)).join('').length;
  const rests = themes.flatMap(({ passages }) => passages.flatMap(({ rest }) => rest));
  const room = Math.min(REST_LENGTH, Math.max(0, left) / Math.max(1, rests.length));
  return themes.map((theme) => renderTheme(theme, length + room * theme.passages.length, room));
}

function renderTheme(theme: BriefedTheme, length: number, room: number): string {
  const { id, title, delta, actors, claims, passages } = theme;
  const lines = [
    neutraliseKeys(`${title} (${delta})`),
    ...(actors.length === 0 ? [] : [neutraliseKeys(`Actors: ${actors.join('; ')}`)]),
    ...claims.map(renderClaim),
    ...passages.flatMap((passage) => renderPassage(passage, room)),
  ];
  return taggedWithKeys('theme', lines.join('\n'), length, id);
}

function renderClaim({ text, status, mark, note, citations }: BriefedTheme['claims'][number]): string {
  const standing = [status, mark, ...(note === '' ? [] : [note])].join('; ');
  return `${citations.map((key) => `[${key}]`).join(' ')} ${quoted(text, ` (${standing})`)}`;
}

function renderPassage({ text, place, day, citations, rest }: BriefedPassage, room: number): string[] {
  const from = ['in a document', ...(place === '' ? [] : [place]), ...(day === null ? [] : [day])].join('; ');
  const below = (room < 1 ? [] : rest).map((one) => `[${one.key}] goes on: ${quoted(one.text.slice(0, room))}`);
  return [`${citations.map((key) => `[${key}]`).join(' ')} ${quoted(text, ` (${from})`)}`, ...below];
}

function section(name: 'methodology' | 'background' | 'interactions', texts: readonly string[]): string[] {
  const shown = texts.map(withoutAddresses).join('\n\n').trim();
  return shown === '' ? [] : [tagged(name, shown, SECTION_LENGTH)];
}

function quoted(text: string, from = ''): string {
  return neutraliseKeys(`"${withoutAddresses(text)}"${from}`);
}

/** A model knows sources by keys alone. */
function withoutAddresses(text: string): string {
  return text.replace(/<?https?:\/\/[^\s)>\]]+>?/giu, '');
}
