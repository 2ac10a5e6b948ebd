/** Steps of the rubric: 1 answers directly, 0.75 key support, 0.5 related, 0.25 loosely connected, 0 irrelevant. */
const RUBRIC: readonly { readonly from: number; readonly grade: number }[] = [
  { from: 0.7, grade: 1 },
  { from: 0.4, grade: 0.75 },
  { from: 0.24, grade: 0.5 },
  { from: 0.12, grade: 0.25 },
];

/** The rubric as prompts state it. */
export const RUBRIC_TEXT =
  '1 = answers the question directly; 0.75 = key support for the answer; 0.5 = related, but beside the point; 0.25 = loosely connected; 0 = irrelevant';

/** Grade on the rubric for the share (0..1) of what is asked that a statement covers. */
export function gradeOf(score: number): number {
  return RUBRIC.find(({ from }) => score >= from)?.grade ?? 0;
}
