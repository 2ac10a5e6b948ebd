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
