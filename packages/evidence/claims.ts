export { type ClaimEvidence, type ClaimVerifier, createClaimVerifier } from './claims/claim-verdict.ts';
export { isQuotationOf, verifyQuotedWords } from './claims/quoted-words.ts';
export { recheckDraft } from './claims/recheck-draft.ts';
export { verifyDraft } from './claims/verify-draft.ts';
export { wordCoverage } from './claims/word-coverage.ts';
export { unfitToShow } from './claims/language-adherence.ts';
