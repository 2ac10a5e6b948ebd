/** Replaces a payload that could not be decoded, so that its receiver can reject it with a reason. */
export interface Undecodable {
  readonly undecodablePayload: { readonly encoding: string; readonly reason: string };
}

export function isUndecodable(value: unknown): value is Undecodable {
  return typeof value === 'object' && value !== null && 'undecodablePayload' in value;
}

export function describeUndecodable({ undecodablePayload: { encoding, reason } }: Undecodable): string {
  return `the payload could not be decoded (encoding "${encoding}": ${reason})`;
}
