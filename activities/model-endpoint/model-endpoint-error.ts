import { RemoteServerError, type RemoteServerFacts } from '../http/remote-server-error.ts';
import { remedyOfSilence, type Silence } from './request-silence.ts';

/** Facts about a request that the model endpoint did not answer with a completion. */
export interface ModelEndpointFacts extends RemoteServerFacts {
  /** Host and port only: a URL may carry credentials. */
  readonly host: string;
  readonly model: string;
  /** Environment variable that selects the model. */
  readonly modelVariable: string;
  /** One clause that continues "the model endpoint …": `answered 401: invalid key`. Contains neither key nor prompt. */
  readonly outcome: string;
  /** Why there is no status; null where there is one. */
  readonly silence: Silence | null;
  /** `code`, `type` and `param` of the provider's error, as far as it has them. */
  readonly codes: readonly string[];
  /** The provider's message, capped and without parts of the request; empty without one. */
  readonly complaint: string;
  readonly requestId: string | undefined;
}

/** The model endpoint did not answer a request with a completion. */
export class ModelEndpointError extends RemoteServerError {
  override readonly name = 'ModelEndpointError';
  readonly facts: ModelEndpointFacts;
  /** What the user can do about it: one sentence. */
  readonly remedy: string;

  constructor(facts: ModelEndpointFacts) {
    const remedy = remedyFor(facts);
    super(`The model endpoint ${facts.host} (model ${facts.model}) ${facts.outcome}. ${remedy}`);
    this.facts = facts;
    this.remedy = remedy;
  }

  /** The account has no budget left; some servers send 429 for it. */
  get isQuota(): boolean {
    return isQuota(this.facts);
  }

  /** Every request fails until the settings change. */
  get isMisconfigured(): boolean {
    return !this.isQuota && misconfigurationOf(this.facts) !== null;
  }
}

const QUOTA_CODES: ReadonlySet<string> = new Set([
  'insufficient_quota',
  'billing_hard_limit',
  'billing_hard_limit_reached',
  'billing_not_active',
]);

const REMEDIES: Readonly<Record<number, string>> = {
  400: 'Check that PLUMBLINE_MODEL and PLUMBLINE_SMALL_MODEL name chat models whose context holds the prompt.',
  422: 'Check that PLUMBLINE_MODEL and PLUMBLINE_SMALL_MODEL name chat models.',
  429: 'Rate limit reached; lower --concurrency.',
};

const MODEL_ENDPOINT = {
  address: 'OPENAI_BASE_URL',
  whenTooSlow:
    'Use a smaller or faster model, or give it more time with PLUMBLINE_MODEL_TIMEOUT_SECONDS, and restart the worker.',
};

function remedyFor(facts: ModelEndpointFacts): string {
  const { status, silence } = facts;
  if (isQuota(facts)) return 'Check the plan and the billing of the account.';
  const fix = misconfigurationOf(facts);
  if (fix !== null) return `${fix}, and restart the worker.`;
  if (status === undefined) return remedyOfSilence(silence ?? 'no-connection', MODEL_ENDPOINT);
  if (status >= 500) return 'The endpoint has a problem; see its log or status page.';
  return REMEDIES[status] ?? 'Check PLUMBLINE_MODEL and OPENAI_BASE_URL.';
}

function isQuota({ status, codes }: ModelEndpointFacts): boolean {
  return status === 402 || codes.some((code) => QUOTA_CODES.has(code));
}

/** The beginning of the sentence that says which variable to set; null when the settings are not the cause. */
function misconfigurationOf({ host, model, modelVariable, status, codes }: ModelEndpointFacts): string | null {
  if (codes.includes('model_not_found')) return `Set ${modelVariable} to a model that ${host} offers`;
  if (status === 401) return `Set OPENAI_API_KEY to a key that ${host} accepts`;
  if (status === 403)
    return `Set OPENAI_API_KEY to a key that may use ${model}, or ${modelVariable} to a model that this key may use`;
  if (status === 404)
    return `Set ${modelVariable} to a model that ${host} offers, or OPENAI_BASE_URL to the server that has ${model}`;
  // A web page: the address belongs to another service.
  return status === 200 ? 'Set OPENAI_BASE_URL to the address of the interface, which often ends in /v1' : null;
}
