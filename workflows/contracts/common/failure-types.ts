/** Failure types that workflows and clients branch on. Renaming one breaks running workflows. */
export const FailureType = {
  /** The request does not fit its schema. */
  InvalidRequest: 'InvalidRequest',
  /** No workflow of this name exists. */
  UnknownWorkflowType: 'UnknownWorkflowType',
  /** The run that this one was forked from is gone, or has not come so far. */
  OriginUnavailable: 'OriginUnavailable',
  /** All searches of the run failed. */
  AllSearchesFailed: 'AllSearchesFailed',
  /** The folder is missing, empty, or contains nothing readable. */
  CorpusUnavailable: 'CorpusUnavailable',
  /** The model endpoint refused this request for good. */
  ModelRejected: 'ModelRejected',
  /** The model endpoint refuses every request with this set-up: wrong key, no access, unknown model. */
  ModelMisconfigured: 'ModelMisconfigured',
  /** The call would take the run beyond a ceiling, or its user or tenant beyond a quota; nothing was sent. */
  BudgetReached: 'BudgetReached',
  /** The model endpoint could not be reached or is overloaded; worth another attempt. */
  ModelUnavailable: 'ModelUnavailable',
  /** A search provider is not set up, or refused for good: key, plan, an answer in another form than expected. */
  ProviderRejected: 'ProviderRejected',
  /** A search provider could not be reached, is overloaded, or its rate limit is reached; worth another attempt. */
  ProviderUnavailable: 'ProviderUnavailable',
  /** A page of the web could not be fetched; worth another attempt. */
  PageUnavailable: 'PageUnavailable',
  /** An issue tracker is not set up, or refused for good: key, rights, an unknown team or repository. */
  IssueTrackerRejected: 'IssueTrackerRejected',
  /** An issue tracker could not be reached, is overloaded, or its rate limit is reached; worth another attempt. */
  IssueTrackerUnavailable: 'IssueTrackerUnavailable',
  /** Some issues could not be filed; the details hold those that were (`filed`). */
  IssuesNotFiled: 'IssuesNotFiled',
  /** Text that the run refers to is missing in the store. */
  EvidenceMissing: 'EvidenceMissing',
  /** The bucket of texts could not be reached, or refused; worth another attempt. */
  StoreUnavailable: 'StoreUnavailable',
  /** A file in the folder of a briefing is missing or cannot be read; a person has to correct it. */
  BriefingUnreadable: 'BriefingUnreadable',
  /** An activity computed without a break for longer than it may, alone in its thread; another attempt would do the same. */
  ComputedTooLong: 'ComputedTooLong',
} as const;
export type FailureType = (typeof FailureType)[keyof typeof FailureType];
