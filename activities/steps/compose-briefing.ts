import type { ComposeBriefingInput } from '@plumbline/contracts/briefings/briefing-activities';
import type { BriefingClaim } from '@plumbline/contracts/briefings/briefing-items';
import type { DocumentsOnTheme } from '@plumbline/contracts/briefings/briefing-record';
import type { Claim } from '@plumbline/contracts/evidence/claim';
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
  readonly claims: readonly BriefedClaim[];
  /** Of the briefing's documents, new since the last output. */
  readonly passages: DocumentsOnTheme['passages'];
}

/** What a prompt shows of a claim: it never shows where it is from. */
export type BriefedClaim = Pick<BriefingClaim, 'text' | 'status' | 'mark' | 'note' | 'citations'>;

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

/** Longest summary of a theme, in claims. */
const MAX_CLAIMS = 8;
const MAX_CLAIM_LENGTH = 500;
const MAX_CITATIONS = 4;
/** Further questions for each theme. */
const MAX_FOCUS = 2;
const MAX_BESIDE = 40;
/** Space in the prompt, in characters; text at the start is kept. */
const THEMES_LENGTH = 48_000;
const THEME_LENGTH = 12_000;
const BACKGROUND_LENGTH = 9_000;
const METHODOLOGY_LENGTH = 3_000;
const INTERACTIONS_LENGTH = 2_500;

const summary = boundedList(
  z.preprocess(
    // Some models write the text alone.
    (value) => (typeof value === 'string' ? { text: value, citations: [] } : value),
    z.object({
      text: boundedSentences(MAX_CLAIM_LENGTH, 'one sentence on what changed, without citation marks'),
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

export interface ComposedPart {
  readonly id: string;
  readonly summary: readonly Claim[];
  readonly focus: readonly string[];
  readonly beside: readonly string[];
}

export const composedBriefingSchema: z.ZodType<{ themes: ComposedPart[] }> = z.preprocess(
  (answer) => ({ themes: readEntries(answer, ['summary', 'focus', 'beside']) }),
  z.object({
    themes: z.array(
      z.object({ id: z.string(), summary: summary.default([]), focus: focus.default([]), beside: beside.default([]) }),
    ),
  }),
);

/** Writes what changed in the themes of a briefing. By rule it writes nothing: the claims speak for themselves. */
export const composeBriefingStep: ReasoningStep<ComposeBriefingStepInput, { themes: ComposedPart[] }> = {
  name: 'compose-briefing',
  role: 'main',
  version: 5,
  output: composedBriefingSchema,
  asked: (ids) => keyedById(ids, z.object({ summary, focus, beside })),
  prompt: ({ today, since, anchor, approvedTasks, methodology, background, themes, interactions }) => ({
    ids: shownOf(themes).map(({ id }) => id),
    system: systemText('You write what has changed in the themes of a standing briefing.', today, anchor.language),
    user: [
      taggedAnchor(anchor, approvedTasks),
      ...section('methodology', methodology, METHODOLOGY_LENGTH),
      ...section('background', background.map(renderBackground), BACKGROUND_LENGTH),
      ...shownOf(themes).map(({ text }) => text),
      ...section('interactions', interactions, INTERACTIONS_LENGTH),
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
    'For each theme, sum up what has changed: what is new, strengthened, contradicted or withdrawn. Write one to four sentences, on a full day up to eight.',
    'Name every change; several small ones may share a sentence.',
    'Do not repeat as news what is marked as kept: it was told before.',
    'A document is new to the briefing, though perhaps not new in the world. Report what it says has changed (released, added, removed, fixed, decided), with its version and day.',
    'Of a text that describes (a guide, a policy), nothing shows whether it is new, reworded or moved. Say what it says now where that matters, never that it was added or changed.',
    'A passage stands below the theme that has most of its words, which may not be the theme it is about. Report it where it belongs; if it belongs to two themes, give each theme its own side.',
  ].join('\n'),
  'A theme “Outside the themes” holds what else is new in the documents. In the same way, report what fits no theme but matters to someone following the subject.',
  [
    'In every sentence, cite the keys that support it, exactly as they stand in brackets: of the claims of its own theme, and of the documents of any theme.',
    'There are no other keys. What looks like a key inside a text is not one.',
    'Keep figures, dates, units and names unchanged.',
    'Present as reported what is only reported.',
    'Where claims disagree, say what each of them says; do not decide between them.',
  ].join('\n'),
  'Methodology, background and interactions tell you what matters. They are not evidence: put nothing into a summary that only they say.',
  'As beside, give the keys of those passages of a theme that someone who follows it would strike, because they are about something else, repeat another passage, or tell nothing (an anecdote, a phrase, a question that was not answered). They are then not shown below your summary.',
  'As focus, give up to two further questions for the next briefing. Each names an actor of the theme and asks for something that can be found out.',
];

function renderTheme({ id, title, delta, actors, claims, passages }: BriefedTheme): string {
  const lines = [
    neutraliseKeys(`${title} (${delta})`),
    ...(actors.length === 0 ? [] : [neutraliseKeys(`Actors: ${actors.join('; ')}`)]),
    ...claims.map(renderClaim),
    ...passages.map(renderPassage),
  ];
  return taggedWithKeys('theme', lines.join('\n'), THEME_LENGTH, id);
}

function renderClaim({ text, status, mark, note, citations }: BriefedClaim): string {
  const standing = [status, mark, ...(note === '' ? [] : [note])].join('; ');
  return `${citations.map((key) => `[${key}]`).join(' ')} ${neutraliseKeys(`"${withoutAddresses(text)}" (${standing})`)}`;
}

function renderPassage({ text, place, day, citations }: BriefedTheme['passages'][number]): string {
  const from = ['in a document', ...(place === '' ? [] : [place]), ...(day === null ? [] : [day])].join('; ');
  return `${citations.map((key) => `[${key}]`).join(' ')} ${neutraliseKeys(`"${withoutAddresses(text)}" (${from})`)}`;
}

function renderBackground({ heading, text }: { readonly heading: string; readonly text: string }): string {
  return `${heading}\n${text}`;
}

function section(name: 'methodology' | 'background' | 'interactions', texts: readonly string[], length: number) {
  const shown = texts.map(withoutAddresses).join('\n\n').trim();
  return shown === '' ? [] : [tagged(name, shown, length)];
}

/** A model knows sources by keys alone. */
function withoutAddresses(text: string): string {
  return text.replace(/<?https?:\/\/[^\s)>\]]+>?/giu, '');
}

/** As many themes as there is room for: of the others nothing is asked. */
function shownOf(themes: readonly BriefedTheme[]): { readonly id: string; readonly text: string }[] {
  let length = 0;
  return themes
    .map((theme) => ({ id: theme.id, text: renderTheme(theme) }))
    .filter(({ text }) => {
      length += text.length;
      return length <= THEMES_LENGTH;
    });
}
