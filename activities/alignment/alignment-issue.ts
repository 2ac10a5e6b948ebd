/** What is wrong between a claim of a text and the sources registered for it. Sources are named by citation keys. */
export type AlignmentIssue =
  /** It cites nothing, although a registered source says it. */
  | { readonly kind: 'missing_citation'; readonly claim: string; readonly suggestedSource: string }
  /**
   * The cited source does not say it, or `ref` was never issued; `actual` is one that does, null if none is known (only
   * for a key that was never issued).
   */
  | { readonly kind: 'wrong_citation'; readonly ref: string; readonly claim: string; readonly actual: string | null }
  /** Neither the cited sources nor any other say it. */
  | { readonly kind: 'unsupported'; readonly claim: string };
