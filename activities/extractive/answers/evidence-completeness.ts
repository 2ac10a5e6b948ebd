import { type QueryAnchor, questionLanguageOf } from '../../../workflows/contracts/query-anchor.ts';
import { contentTerms } from '../../text/terms.ts';
import type { InformationNeed } from '../passages/passage-reading.ts';
import { mentionsEntity } from '../question/key-entities.ts';
import { selectAnswers } from './answer-selection.ts';
import { type ReadableFinding, trustedFirst } from './evidence-reading.ts';
import { isForeignFinding } from './report-quotes.ts';

/** A key entity or a sub-question, and whether the evidence has something to say about it. */
export interface WantedPart {
  readonly kind: 'entity' | 'task';
  readonly name: string;
  readonly isCovered: boolean;
}

export interface Wanted {
  readonly anchor: Pick<QueryAnchor, 'keyEntities' | 'language' | 'questionLanguage'>;
  readonly tasks: readonly { readonly taskId: string | null; readonly text: string; readonly need: InformationNeed }[];
  readonly findings: readonly ReadableFinding[];
  /** What an engine that understands languages has stated; empty where the words alone are compared. */
  readonly understood: readonly string[];
}

const STRONG_TIER = 2;
const STRONG_RELEVANCE = 0.5;
/** A gap that repeats this share of a name's words speaks of it. */
const NAMED_SHARE = 0.6;

/**
 * Which key entities and sub-questions the strong findings (tier 1 or 2, or a relevance of 0.5 and more) cover.
 *
 * An entity is covered when one of them mentions it; a sub-question when one answers it by its words. An engine that
 * understands more than words covers a sub-question also with a strong finding of its task, and an entity of which passages
 * in another language cannot say the word with a statement that it wrote from them.
 */
export function coverageOf({ anchor, tasks, findings, understood }: Wanted): WantedPart[] {
  const { keyEntities, language } = anchor;
  const strong = trustedFirst(findings).filter(
    ({ contextTier, relevance, quotes }) =>
      quotes.length > 0 && (contextTier <= STRONG_TIER || (relevance ?? 0) >= STRONG_RELEVANCE),
  );
  const said = [
    ...strong.map(({ title, headingPath, information, quotes }) =>
      [title, ...headingPath, information, ...quotes.map(({ text }) => text)].join('\n'),
    ),
    ...(strong.some((finding) => isForeignFinding(finding, language)) ? understood : []),
  ];
  const { unanswered } = selectAnswers(tasks, strong);
  const served = new Set(understood.length > 0 ? strong.map(({ taskId }) => taskId) : []);
  return [
    ...keyEntities.map((name) => ({
      kind: 'entity' as const,
      name,
      isCovered: said.some((text) => mentionsEntity(text, name, questionLanguageOf(anchor))),
    })),
    ...tasks.map(({ taskId, text }) => ({
      kind: 'task' as const,
      name: text,
      isCovered: !unanswered.includes(text) || (taskId !== null && served.has(taskId)),
    })),
  ];
}

/** Whether one of the gaps names it already. */
export function isNamedIn(gaps: readonly string[], name: string, language: string): boolean {
  const wanted = contentTerms(name, language).map(({ stem }) => stem);
  return gaps.some((gap) => {
    const stems = new Set(contentTerms(gap, language).map(({ stem }) => stem));
    return wanted.length > 0 && wanted.filter((stem) => stems.has(stem)).length / wanted.length >= NAMED_SHARE;
  });
}
