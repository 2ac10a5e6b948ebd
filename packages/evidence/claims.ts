export { type ClaimEvidence, type ClaimVerifier, createClaimVerifier, NOT_VERBATIM } from './claims/claim-verdict.ts';
export { unfitToShow } from './claims/claim-verification.ts';
export { findContradiction } from './claims/polarity.ts';
export { addressedShare } from './claims/question-address.ts';
export { isQuotationOf, verifyRemark } from './claims/quoted-words.ts';
export { recheckDraft } from './claims/recheck-draft.ts';
export { verifyDraft } from './claims/verify-draft.ts';
export { wordCoverage } from './claims/word-coverage.ts';
