import { LIMIT_NAMES, type LimitName } from './run-changes.ts';

/** Why a form was refused. */
export interface Refusal {
  readonly detail: string;
  readonly remedy: string;
  /** By the fields of the form. */
  readonly fields: ReadonlyMap<string, string>;
}

interface RefusedRequest {
  readonly remedy?: string;
  readonly issues?: readonly { readonly path: string; readonly message: string }[];
}

/** @param fieldOf the field of the form that a path of the request belongs to */
export function refusalOf(
  error: Error & RefusedRequest,
  fieldOf: (path: string) => string,
  { seeFields }: { readonly seeFields: string },
): Refusal {
  const issues = error.issues ?? [];
  // The first thing that is wrong with a field says most.
  const fields = new Map(issues.toReversed().map(({ path, message }) => [fieldOf(path), message]));
  // Errors shown at their field are not repeated in the summary.
  return fields.size > 0
    ? { detail: seeFields, remedy: '', fields }
    : { detail: error.message, remedy: error.remedy ?? '', fields };
}

/** The server's own beginning of a refusal. */
const REFUSED = /^the run refused the message: /;

interface RefusalWords {
  readonly limits: Readonly<Record<LimitName, string>>;
  readonly refused: { readonly reasons: readonly (readonly [said: RegExp, words: string])[] };
}

/** Why a run refused a change, in the words of the reader; what has no words stays as the run says it. */
export function wordsOfRefusal(reason: string, { limits, refused }: RefusalWords): string {
  return reason
    .replace(REFUSED, '')
    .split('; ')
    .map((part) => {
      const name = LIMIT_NAMES.find((limit) => part.startsWith(`${limit} `));
      const named = name === undefined ? part : part.replace(name, limits[name]);
      for (const [said, words] of refused.reasons) {
        const match = said.exec(named);
        // A function: what was said may hold a dollar sign.
        if (match !== null) return words.replace(/\$(\d)/g, (_mark, group: string) => match[Number(group)] ?? '');
      }
      return named;
    })
    .join('; ');
}
