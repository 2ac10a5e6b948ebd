import { boundedList, boundedText, keyedById, readEntries } from '@plumbline/model/answers';
import type { ReasoningStep } from '@plumbline/model/reasoner';
import { z } from 'zod';
import { inOneLine, systemOpening, tagged, UNDATED } from './prompt-text.ts';

/** A statement under an id issued by code: `p1` for news, `k1` for what is known. */
export interface ShownStatement {
  readonly id: string;
  readonly text: string;
  /** Where and when it was said. */
  readonly from: string;
}

/** What a briefing follows, with the news about it and what was known before. */
export interface NewsTheme {
  readonly title: string;
  readonly actors: readonly string[];
  /** What else belongs to it: causes and effects, questions, signs to wait for. */
  readonly about: readonly string[];
  readonly news: readonly ShownStatement[];
  readonly known: readonly ShownStatement[];
}

export interface JudgeNewsStepInput {
  readonly language: string;
  readonly themes: readonly NewsTheme[];
}

/** Space in the prompt, in characters. What is known comes last, so that it is cut first. */
const THEME_LENGTH = 24_000;
const HEAD_LENGTH = 1_500;
const STATEMENT_LENGTH = 800;
const FROM_LENGTH = 200;
const MOST_NEWS = 100;
const MOST_RELATIONS = 6;

const NEWS_KINDS = ['fact', 'opinion', 'forecast', 'nothing', 'elsewhere'] as const;
const NEWS_RELATIONS = ['same', 'changes', 'contradicts', 'takes-back'] as const;

const relation = z.object({
  id: boundedText(12, 'of a known statement (k1) or of other news (p1)'),
  relation: z.enum(NEWS_RELATIONS),
  difference: boundedText(160, 'what differs, in a few words; empty for same'),
});
const kind = z.enum(NEWS_KINDS);
const relations = boundedList(relation, MOST_RELATIONS, 'statements on the same matter; empty for what is new');

const judgedSchema = z.object({ id: z.string(), kind, relations });

/** News without a known kind in the answer has no verdict. */
export const judgedNewsSchema = z.preprocess(
  (answer) => ({ news: readEntries(answer, ['kind'])?.map((entry) => ({ relations: [], ...entry })) }),
  z.object({ news: boundedList(judgedSchema, MOST_NEWS, 'one entry for each id of the news') }),
);
export type JudgedNews = z.infer<typeof judgedNewsSchema>;

/** Tells facts on a theme from everything else, and how they stand to what is known. By rule nothing is judged. */
export const judgeNewsStep: ReasoningStep<JudgeNewsStepInput, JudgedNews> = {
  name: 'judge-news',
  role: 'small',
  version: 1,
  output: judgedNewsSchema,
  asked: (ids) => keyedById(ids, z.object({ kind, relations })),
  prompt: ({ language, themes }) => ({
    ids: themes.flatMap(({ news }) => news.map(({ id }) => id)),
    system: systemOpening('You judge news for a standing briefing.', UNDATED, language),
    user: [...themes.map((theme) => tagged('theme', renderTheme(theme), THEME_LENGTH)), INSTRUCTIONS].join('\n\n'),
  }),
  offline: () => ({ news: [] }),
};

const INSTRUCTIONS = [
  'For every id under “News”, give its kind and its relations.',
  'fact: it says what happened, was decided or was measured. A decision about the future is a fact.',
  'opinion: it says what somebody thinks, wants, fears or recommends, or announces such a view.',
  'forecast: it says what may happen, or what somebody expects.',
  'nothing: it is a question, advice or advertising, or does not say what it is about.',
  'elsewhere: it does not concern its theme.',
  'Choose fact only for what can be checked. When in doubt, choose another kind.',
  'Compare each fact with the statements under “Known” of its theme, and with the news above it.',
  'List in “relations” only statements on the same matter.',
  'same: both say the same, in whatever words and language.',
  'changes: it reports a later state, and the other statement no longer holds.',
  'contradicts: both cannot be true.',
  'takes-back: its source withdraws or corrects the other statement.',
  'Do not relate figures of different days, places or things to each other.',
  'In “difference”, say in a few words what differs.',
].join('\n');

function renderTheme({ title, actors, about, news, known }: NewsTheme): string {
  return [
    inOneLine(title, HEAD_LENGTH),
    ...(actors.length === 0 ? [] : [inOneLine(`Actors: ${actors.join('; ')}`, HEAD_LENGTH)]),
    ...(about.length === 0 ? [] : [inOneLine(`About: ${about.join('; ')}`, HEAD_LENGTH)]),
    'News:',
    ...news.map(renderStatement),
    ...(known.length === 0 ? [] : ['Known:', ...known.map(renderStatement)]),
  ].join('\n');
}

function renderStatement({ id, text, from }: ShownStatement): string {
  return `${id}: ${inOneLine(text, STATEMENT_LENGTH)} (${inOneLine(from, FROM_LENGTH)})`;
}
