import { servedTasks } from '@plumbline/contracts/evidence/finding';
import { type QueryAnchor, questionLanguageOf } from '@plumbline/contracts/evidence/query-anchor';
import { mentionsEntity } from '@plumbline/language/questions';
import type { InformationNeed } from '../passages/passage-reading.ts';
import { type ReadableFinding, trustedFirst } from './evidence-reading.ts';
import { isForeignFinding } from './report-quotes.ts';
import { coverByPassage } from './subject-coverage.ts';

/** A key entity or a sub-question, and whether the evidence covers it. */
export interface WantedPart {
  readonly kind: 'entity' | 'task';
  readonly name: string;
  readonly isCovered: boolean;
}

export interface Wanted {
  readonly anchor: Pick<QueryAnchor, 'keyEntities' | 'language' | 'questionLanguage'>;
  readonly tasks: readonly { readonly taskId?: string | null; readonly text: string; readonly need: InformationNeed }[];
  readonly findings: readonly ReadableFinding[];
  /** Statements of an engine that understands language; empty if only words are compared. */
  readonly understood: readonly string[];
}

const STRONG_TIER = 2;
const STRONG_RELEVANCE = 0.5;

/**
 * Which key entities and sub-questions the strong findings (tier 1 or 2, or a relevance of 0.5 and more) cover.
 *
 * An entity is covered if a strong finding mentions it; a sub-question if the words of one answer it. With an engine
 * that understands language, any strong finding of its task covers a sub-question, and a statement by the engine covers
 * an entity that passages in another language call by another word.
 */
export function coverageOf({ anchor, tasks, findings, understood }: Wanted): WantedPart[] {
  const { keyEntities, language } = anchor;
  const strong = trustedFirst(findings).filter(
    ({ contextTier, relevance, quotes, unjudged }) =>
      quotes.length > 0 && unjudged !== true && (contextTier <= STRONG_TIER || (relevance ?? 0) >= STRONG_RELEVANCE),
  );
  const said = [
    ...strong.map(({ title, headingPath, information, quotes }) =>
      [title, ...headingPath, information, ...quotes.map(({ text }) => text)].join('\n'),
    ),
    ...(strong.some((finding) => isForeignFinding(finding, language)) ? understood : []),
  ];
  const served = new Set(understood.length > 0 ? strong.flatMap(servedTasks) : []);
  return [
    ...keyEntities.map((name) => ({
      kind: 'entity' as const,
      name,
      isCovered: said.some((text) => mentionsEntity(text, name, questionLanguageOf(anchor))),
    })),
    ...tasks.map(({ taskId = null, text, need }) => ({
      kind: 'task' as const,
      name: text,
      isCovered: isAnsweredBy(need, strong) || (taskId !== null && served.has(taskId)),
    })),
  ];
}

/** Whether the words of one finding cover what a task asks for. */
function isAnsweredBy(need: InformationNeed, findings: readonly ReadableFinding[]): boolean {
  return findings.some((finding) => coverByPassage(need, finding).isCovered);
}
