import type { JudgeFindingsInput } from '@plumbline/contracts/briefings/briefing-activities';
import type { Relation } from '@plumbline/contracts/briefings/briefing-items';
import type { Reasoned, ReasoningCost } from '@plumbline/contracts/research/accounting';
import { shortId } from '@plumbline/model/answers';
import { askInParts } from '@plumbline/model/asking-in-parts';
import { NO_COST, sumCosts, withDegradation } from '@plumbline/model/calls';
import type { Reasoner, ReasoningCall } from '@plumbline/model/reasoner';
import { batchesOf } from '../../../workflows/domain/finding-selection.ts';
import { type JudgedNews, judgeNewsStep, type NewsTheme } from '../../steps/judge-news.ts';
import type { Candidate } from './finding-judgement.ts';
import type { KnownStatement } from './item-relations.ts';

/** News of one call. */
const BATCH_SIZE = 20;
const UNJUDGED = 'the model left out news; they were taken as without a model';

type JudgedEntry = JudgedNews['news'][number];

/** What a model says of news. */
export interface NewsVerdict {
  readonly kind: JudgedEntry['kind'];
  readonly takesBack: boolean;
  readonly relations: readonly NewsRelation[];
}

interface NewsRelation {
  readonly other: KnownStatement;
  readonly relation: Relation;
  /** For people; empty for `same`. */
  readonly difference: string;
}

/** What news are judged with. */
interface NewsContext extends Pick<JudgeFindingsInput, 'themes' | 'queries' | 'language'> {
  readonly known: readonly KnownStatement[];
  readonly reasoner: Reasoner;
  readonly call: ReasoningCall;
}

/**
 * Asks a model which news are facts on their theme, and how they stand to each other and to what is known.
 *
 * @returns no verdict for news that were not judged: without a model, all
 */
export async function judgeNews(
  candidates: readonly Candidate[],
  context: NewsContext,
): Promise<Reasoned<ReadonlyMap<Candidate, NewsVerdict>>> {
  const { reasoner, call } = context;
  const verdicts = new Map<Candidate, NewsVerdict>();
  const costs: ReasoningCost[] = [];
  const judge = async (batch: readonly Candidate[], engine: ReasoningCall['engine']) => {
    // Facts of earlier batches are known to this one.
    const facts = [...verdicts].flatMap(([one, { kind }]) => (kind === 'fact' ? [one] : []));
    const shown = showNews(batch, [...context.known, ...facts], context);
    const { value, cost } = await reasoner.run(
      judgeNewsStep,
      shown.input,
      engine === 'offline' ? { ...call, engine } : call,
    );
    for (const entry of value.news) {
      const own = shown.news.get(entry.id);
      if (own !== undefined) verdicts.set(own, toVerdict(entry, new Map([...shown.news, ...shown.known])));
    }
    const count = batch.filter((one) => !verdicts.has(one)).length;
    const isComplete = count === 0 || cost.engine === 'offline';
    return { cost: isComplete ? cost : withDegradation(cost, { step: judgeNewsStep.name, cause: UNJUDGED, count }) };
  };
  for (const batch of batchesOf(candidates, BATCH_SIZE)) {
    for (const { cost } of await askInParts(judgeNewsStep.name, batch, judge)) costs.push(cost);
  }
  return { value: verdicts, cost: costs.length === 0 ? NO_COST : sumCosts(costs) };
}

function toVerdict({ kind, relations }: JudgedEntry, shown: ReadonlyMap<string, KnownStatement>): NewsVerdict {
  return {
    kind,
    takesBack: relations.some(({ relation }) => relation === 'takes-back'),
    relations: relations.flatMap(({ id, relation, difference }): NewsRelation[] => {
      const other = shown.get(id);
      if (other === undefined) return [];
      return relation === 'same'
        ? [{ other, relation, difference: '' }]
        : [{ other, relation: 'contradicts', difference: difference || DIFFERENCES[relation] }];
    }),
  };
}

const DIFFERENCES = { changes: 'it has changed', contradicts: '', 'takes-back': 'it takes this back' } as const;

/** The news by theme, with ids for them and for what is known of their themes. */
function showNews(
  batch: readonly Candidate[],
  known: readonly KnownStatement[],
  { themes, queries, language }: NewsContext,
) {
  const news = new Map(batch.map((one, index) => [shortId(index), one]));
  const bySubject = Map.groupBy(news, ([, { subject }]) => subject);
  const related = known.filter(({ subject }) => bySubject.has(subject));
  const ids = new Map(related.map((one, index) => [`k${index + 1}`, one]));
  const show = ([id, { text, from }]: readonly [string, KnownStatement]) => ({ id, text, from });
  const shown = [...bySubject].map(([subject, own]): NewsTheme => {
    const item = own[0]?.[1].item;
    const theme = themes.find(({ id }) => id === item?.themeId);
    const query = queries.find(({ queryId }) => queryId === item?.queryId);
    return {
      title: theme?.title ?? query?.text ?? '',
      actors: theme?.actors ?? [],
      about: [
        ...(theme?.mechanism ?? []).flatMap(({ cause, effect }) => [...cause, ...effect]),
        ...(theme?.tomorrowsFocus ?? []),
        ...(theme?.watchpoints ?? []).map(({ text }) => text),
      ],
      news: own.map(show),
      known: [...ids].filter(([, one]) => one.subject === subject).map(show),
    };
  });
  return { input: { language, themes: shown }, news, known: ids };
}
