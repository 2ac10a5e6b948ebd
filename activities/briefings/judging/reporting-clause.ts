/** Who says it and when, at the end: ", the agency announced on 2 March", ", teilte die Behörde am 2. März mit". */
const TRAILING =
  /,\s+(?:(?:as\s+|wie\s+)?(?:[^,;]{2,80}?\s)?(?:said|says|told|announced|announces|reported|reports|confirmed|confirms|stated|states|wrote|showed|shows|added|teilte|teilten|sagte|sagten|erklärte|erklärten|berichtete|berichteten|meldete|meldeten|bestätigte|bestätigten|schrieb|schrieben)(?!\p{L})|according to\s|laut\s|so\s(?=(?:der|die|das)\s))[^,;]*$/iu;
/** The same in front: "The agency said on 2 March that". */
const LEADING =
  /^[^,;]{2,80}?\s(?:said|says|told|announced|announces|reported|reports|confirmed|stated|wrote|added|sagte|erklärte|berichtete|meldete|bestätigte|teilte)(?!\p{L})[^,;]*?,?\s(?:that|dass)\s/iu;

/** Where a sentence says who told it, and when: its dates are those of the telling. Null: nowhere. */
export function reportingClauseIn(text: string): { readonly start: number; readonly end: number } | null {
  const bare = text.trimEnd().replace(/[.!?]$/u, '');
  const clause = TRAILING.exec(bare);
  if (clause !== null) return { start: clause.index, end: bare.length };
  const opening = LEADING.exec(bare);
  return opening === null ? null : { start: 0, end: opening[0].length };
}
