import {
  createStatementReader,
  createStatementScorer,
  describeQuoteReason,
  type InformationNeed,
  quoteReasonOf,
  type RankedStatement,
  rankStatements,
  type ReadablePassage,
  type StatementScore,
} from '@plumbline/offline/statements';
import { readableText } from '@plumbline/text/readable-text';
import { gradeOf } from './relevance-scores.ts';

export const MAX_QUOTES = 3;
/** Statements that score below this share of the passage's best are irrelevant. */
const SHARE_OF_BEST = 0.6;
/** A passage whose best statement scores less is irrelevant to the question. */
const LOWEST_SCORE = 0.14;

/** What a rule takes from one passage. */
export interface RuledPassage {
  readonly information: string;
  readonly quotes: readonly { readonly text: string; readonly reason: string }[];
  readonly relevance: number;
  readonly relevanceReason: string;
}

/**
 * The statements of a passage that serve a task.
 *
 * @param anchorNeeds of the whole question and of each part; relevance is measured against them
 */
export function extractByRule(
  need: InformationNeed,
  anchorNeeds: readonly InformationNeed[],
  passage: ReadablePassage,
): RuledPassage {
  const statements = bestStatements(rankStatements(need, passage));
  const best = bestForAnchor(anchorNeeds, passage, statements);
  if (best === undefined || best.score < LOWEST_SCORE) {
    return { information: '', quotes: [], relevance: 0, relevanceReason: '' };
  }
  return {
    information: informationOf(statements, passage),
    quotes: statements.map(({ text }) => ({
      text,
      reason: describeQuoteReason(quoteReasonOf(readableText(text)), passage.language),
    })),
    relevance: gradeOf(best.score),
    relevanceReason: best.matchedWords.join(', '),
  };
}

/** The nearest statement of a passage, graded as it is; undefined for a passage without statements. */
export function extractNearest(need: InformationNeed, passage: ReadablePassage): RuledPassage | undefined {
  const [nearest] = rankStatements(need, passage);
  if (nearest === undefined) return undefined;
  const reason = describeQuoteReason(quoteReasonOf(readableText(nearest.text)), passage.language);
  return {
    information: informationOf([nearest], passage),
    quotes: [{ text: nearest.text, reason }],
    relevance: gradeOf(nearest.score),
    relevanceReason: nearest.matchedWords.join(', '),
  };
}

function bestStatements(ranked: readonly RankedStatement[]): RankedStatement[] {
  const bar = (ranked[0]?.score ?? 0) * SHARE_OF_BEST;
  const chosen: RankedStatement[] = [];
  for (const statement of ranked) {
    if (chosen.length === MAX_QUOTES || statement.score < bar) break;
    const overlaps = chosen.some(({ start, end }) => statement.start < end && start < statement.end);
    if (!overlaps) chosen.push(statement);
  }
  return chosen;
}

/** The score of the statement that serves the anchor best: a passage may answer only one part of the question. */
function bestForAnchor(
  needs: readonly InformationNeed[],
  passage: ReadablePassage,
  statements: readonly RankedStatement[],
): StatementScore | undefined {
  const scores = needs.flatMap((need) => statements.map(createStatementScorer(need, passage)));
  return scores.sort((a, b) => b.score - a.score)[0];
}

/**
 * A list's introduction appears once, before its first entry. Rows and code stay separate: next to sentences they would
 * contribute words that the sentences do not contain.
 */
function informationOf(statements: readonly RankedStatement[], passage: ReadablePassage): string {
  const read = createStatementReader(passage);
  const prose = statements.filter(({ isProse }) => isProse);
  const said = (prose.length > 0 ? prose : statements).flatMap((statement) => {
    const { lead, words } = read(statement);
    return lead === '' ? [readableText(statement.introduction), words] : [`${lead}${words}`];
  });
  return [...new Set(said)].filter((text) => text !== '').join(' ');
}
