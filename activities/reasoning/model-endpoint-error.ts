import type { RetryAdvice } from '../retry-advice.ts';

/** What is known about a request that the model endpoint did not answer with a completion. */
export interface ModelEndpointFacts {
  /** Host and port only: a URL may carry credentials. */
  readonly host: string;
  readonly model: string;
  /** One clause that goes on from "the model endpoint …": `answered 401: invalid key`. Holds neither key nor prompt. */
  readonly outcome: string;
  /** HTTP status; undefined when no usable answer came back. */
  readonly status: number | undefined;
  /** `code`, `type` and `param` of the provider's error, as far as it has them. */
  readonly codes: readonly string[];
  /** What the provider complains about, capped and without parts of the request; empty when it does not say. */
  readonly complaint: string;
  readonly requestId: string | undefined;
  readonly advice: RetryAdvice;
}

/** The model endpoint did not answer a request with a completion. Knows nothing about Temporal. */
export class ModelEndpointError extends Error {
  override readonly name = 'ModelEndpointError';
  readonly facts: ModelEndpointFacts;

  constructor(facts: ModelEndpointFacts) {
    super(`The model endpoint ${facts.host} (model ${facts.model}) ${facts.outcome}. ${remedyFor(facts)}`);
    this.facts = facts;
  }

  /** The account's means are used up; also sent as 429, where waiting does not help. */
  get isQuotaExhausted(): boolean {
    return this.facts.codes.some((code) => QUOTA_CODES.has(code));
  }
}

const QUOTA_CODES: ReadonlySet<string> = new Set([
  'insufficient_quota',
  'billing_hard_limit',
  'billing_hard_limit_reached',
  'billing_not_active',
]);

const REMEDIES: Readonly<Record<number, string>> = {
  200: 'Check OPENAI_BASE_URL.',
  400: 'Check that PLUMBLINE_MODEL and PLUMBLINE_SMALL_MODEL name chat models whose context holds the prompt.',
  401: 'Check OPENAI_API_KEY.',
  402: 'Check the plan and the billing of the account.',
  403: 'Check that OPENAI_API_KEY may use this model.',
  404: 'Check PLUMBLINE_MODEL, PLUMBLINE_SMALL_MODEL and OPENAI_BASE_URL.',
  422: 'Check that PLUMBLINE_MODEL and PLUMBLINE_SMALL_MODEL name chat models.',
  429: 'The endpoint is busy; fewer lanes ask it less often.',
};

function remedyFor({ status, codes }: ModelEndpointFacts): string {
  if (codes.some((code) => QUOTA_CODES.has(code))) return 'Check the plan and the billing of the account.';
  if (status === undefined) return 'Check OPENAI_BASE_URL and that its server is up.';
  if (status >= 500) return 'The endpoint is in trouble; look at its own log or status page.';
  return REMEDIES[status] ?? 'Check PLUMBLINE_MODEL and OPENAI_BASE_URL.';
}
