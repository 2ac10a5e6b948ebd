import { ModelEndpointError } from '../../model-endpoint/model-endpoint-error.ts';

/** What servers differ in beside the output mode; of each the best comes first, and what every server accepts last. */
const CHOICES = {
  delivery: ['stream-with-usage', 'stream', 'whole'],
  lengthLimit: ['max_tokens', 'max_completion_tokens', 'none'],
  temperature: ['sent', 'left-out'],
} as const;

type Choices = typeof CHOICES;

/** How a request is written for one server. */
export type RequestForm = { readonly [Name in keyof Choices]: Choices[Name][number] };

const BEST: RequestForm = { delivery: 'stream-with-usage', lengthLimit: 'max_tokens', temperature: 'sent' };
const PLAINEST: RequestForm = { delivery: 'whole', lengthLimit: 'none', temperature: 'left-out' };

/** The form to try after the endpoint refused one; undefined when the form was not the cause. */
export function findNextForm(form: RequestForm, error: unknown): RequestForm | undefined {
  const complaint = complaintOf(error);
  if (complaint === undefined) return undefined;
  if (form.delivery === 'stream-with-usage' && /stream_options|include_usage/.test(complaint))
    return { ...form, delivery: 'stream' };
  // A limit that does not fit beside the prompt is also refused; the context of the model then is the limit.
  if (form.lengthLimit !== 'none' && /max_(?:completion_)?tokens|in the completion/.test(complaint))
    return { ...form, lengthLimit: form.lengthLimit === 'max_tokens' ? 'max_completion_tokens' : 'none' };
  if (form.temperature === 'sent' && /temperature/.test(complaint)) return { ...form, temperature: 'left-out' };
  if (form.delivery !== 'whole' && /\bstream(?:ing)?\b/.test(complaint)) return { ...form, delivery: 'whole' };
  return undefined;
}

/** The form to try when every output mode was refused without a reason; undefined when it was tried. */
export function findPlainestForm(form: RequestForm, error: unknown): RequestForm | undefined {
  const isPlainest = form.delivery === 'whole' && form.lengthLimit === 'none' && form.temperature === 'left-out';
  return complaintOf(error) === '' && !isPlainest ? PLAINEST : undefined;
}

/** What the endpoint said about a request that it refused, in lower case; undefined when it refused none. */
function complaintOf(error: unknown): string | undefined {
  if (!(error instanceof ModelEndpointError)) return undefined;
  const { status, complaint, codes } = error.facts;
  if (status === 400 || status === 422) return [complaint, ...codes].join(' ').trim().toLowerCase();
  // Some servers report a request that fails their own validation as their own failure.
  const isRefusal = /validation|unsupported|not (?:supported|implemented)/i.test(complaint);
  return (status === 500 || status === 501) && isRefusal ? complaint.toLowerCase() : undefined;
}

/** The forms known to work for each model, as observed by this process. */
export interface FormMemory {
  formFor(model: string): RequestForm;
  /** Never returns to a refused choice: the slower of two concurrent requests may have outdated knowledge. */
  remember(model: string, accepted: RequestForm): void;
}

export function createFormMemory(): FormMemory {
  const forms = new Map<string, RequestForm>();
  const formFor = (model: string) => forms.get(model) ?? BEST;
  return {
    formFor,
    remember(model, accepted) {
      const known = formFor(model);
      forms.set(model, {
        delivery: later(CHOICES.delivery, known.delivery, accepted.delivery),
        lengthLimit: later(CHOICES.lengthLimit, known.lengthLimit, accepted.lengthLimit),
        temperature: later(CHOICES.temperature, known.temperature, accepted.temperature),
      });
    },
  };
}

function later<Choice>(choices: readonly Choice[], first: Choice, second: Choice): Choice {
  return choices.indexOf(first) > choices.indexOf(second) ? first : second;
}
