import {
  ASSERTION_MODEL,
  calibratedScore,
  OPERATING_POINT,
  QUESTION_MODEL,
  type RelevanceModel,
} from '../../activities/offline-engine/passages/passage-relevance.ts';
import { renderTable, showCount, showShare } from '../answers/figure-table.ts';
import { addCounts, type Count, countOf, meanOf, shareOf } from '../answers/share.ts';
import type { JudgedHit, JudgedQuery } from './judged-query.ts';
import { FITTING_PLANS, fitModel } from './weight-fitting.ts';

/** Of the hits called relevant those that are, and of the relevant hits those called so. */
export interface Calls {
  readonly precision: Count;
  readonly recall: Count;
}

/** Hits whose score is at least `from` and, but in the last band, less than `to`. */
export interface Band {
  readonly from: number;
  readonly to: number;
  readonly relevant: Count;
}

const BORDERS = [0, 0.1, 0.3, 0.5, OPERATING_POINT, 0.8, 0.9, 1] as const;
const FOLDS = 5;

/** A hit and its score; what makes no claim has 0. */
type Scored = Pick<JudgedHit, 'isRelevant'> & { readonly score: number };

function scored({ hits }: JudgedQuery, model: RelevanceModel): Scored[] {
  return hits.map(({ features, hasStatement, isRelevant }) => ({
    isRelevant,
    score: hasStatement ? calibratedScore(model, features) : 0,
  }));
}

function shipped(query: JudgedQuery): Scored[] {
  return scored(query, query.isAssertion ? ASSERTION_MODEL : QUESTION_MODEL);
}

function callsOf(hits: readonly Scored[]): Calls {
  const isCalled = ({ score }: Scored): boolean => score >= OPERATING_POINT;
  const isRelevant = (hit: Scored): boolean => hit.isRelevant;
  return {
    precision: countOf(hits.filter(isCalled), isRelevant),
    recall: countOf(hits.filter(isRelevant), isCalled),
  };
}

/** With the weights as they are in the project. */
export function measureCalls(queries: readonly JudgedQuery[]): Calls {
  return callsOf(queries.flatMap(shipped));
}

export function measureBands(queries: readonly JudgedQuery[]): Band[] {
  const hits = queries.flatMap(shipped);
  return BORDERS.slice(1).map((to, index) => {
    const from = BORDERS[index] ?? 0;
    const isInside = ({ score }: Scored): boolean => score >= from && (score < to || to === 1);
    return { from, to, relevant: countOf(hits.filter(isInside), ({ isRelevant }) => isRelevant) };
  });
}

/** Each fifth of the queries, with weights and cut fitted to the other four: what new queries of the kind can expect. */
export function measureFolds(queries: readonly JudgedQuery[]): Calls[] {
  return Array.from({ length: FOLDS }, (_, fold) => {
    const others = queries.filter((__, index) => index % FOLDS !== fold);
    const models = {
      claims: fitModel(
        others.filter(({ isAssertion }) => isAssertion),
        FITTING_PLANS.claims,
      ),
      questions: fitModel(
        others.filter(({ isAssertion }) => !isAssertion),
        FITTING_PLANS.questions,
      ),
    };
    const own = queries.filter((__, index) => index % FOLDS === fold);
    return callsOf(own.flatMap((query) => scored(query, query.isAssertion ? models.claims : models.questions)));
  });
}

/** Shares instead of counts, as the JSON has them. */
export function describeCalls({ precision, recall }: Calls) {
  return { precision: shareOf(precision), recall: shareOf(recall), called: precision.n, relevant: recall.n };
}

export function renderCalls(name: string, { precision, recall }: Calls): string[] {
  return [
    name,
    `${showShare(shareOf(precision))} (${showCount(precision)})`,
    `${showShare(shareOf(recall))} (${showCount(recall)})`,
  ];
}

/** Mean of the folds and their counts together. */
export function describeFolds(folds: readonly Calls[]) {
  return {
    meanPrecision: meanOf(folds.map(({ precision }) => shareOf(precision))),
    meanRecall: meanOf(folds.map(({ recall }) => shareOf(recall))),
    together: {
      precision: addCounts(folds.map(({ precision }) => precision)),
      recall: addCounts(folds.map(({ recall }) => recall)),
    },
  };
}

export function renderBands(bands: readonly Band[]): string {
  const rows = bands.map(({ from, to, relevant }) => [
    `${from.toFixed(1)} to ${to.toFixed(1)}`,
    String(relevant.n),
    `${showShare(shareOf(relevant))} (${showCount(relevant)})`,
  ]);
  return renderTable(['score', 'hits', 'relevant'], rows);
}
