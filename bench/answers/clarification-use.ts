import { contentTerms } from '../../activities/language/text/terms.ts';
import type { ResearchRecord } from '../../workflows/contracts/report/report.ts';
import type { EvidenceWalk } from './evidence-walk.ts';
import { isExpectedPlace } from './expected-place.ts';
import type { Question } from './question-file.ts';

/**
 * Whether a clarified report uses the user's answer. Either a content word that only the clarification introduced is in
 * the text of a task or in words that the report cites; or the record holds a clarification summary and the first claim
 * rests on a passage that carries the clarified answer.
 */
export async function usesClarification(
  question: Question,
  record: ResearchRecord,
  walk: EvidenceWalk,
): Promise<boolean> {
  const { report, plan, clarificationSummary } = record;
  const texts = [...(plan?.tasks ?? []).map(({ text }) => text), ...report.citations.map(({ quote }) => quote.text)];
  if (introducesWordOf(question, texts)) return true;
  const [key] = report.summary[0]?.citations ?? [];
  if (clarificationSummary === null || key === undefined) return false;
  const { finding, passageText } = await walk.walk(key);
  return finding !== null && isExpectedPlace({ ...finding, passageText }, question);
}

function introducesWordOf({ question, clarification = '', language }: Question, texts: readonly string[]): boolean {
  const stemsOf = (text: string) => contentTerms(text, language).map(({ stem }) => stem);
  const known = new Set(stemsOf(question));
  const introduced = new Set(stemsOf(clarification).filter((stem) => !known.has(stem)));
  return texts.some((text) => stemsOf(text).some((stem) => introduced.has(stem)));
}
