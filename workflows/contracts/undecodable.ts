/** Stands where a payload could not be turned into a value, so that whoever receives it can reject it by name. */
export interface Undecodable {
  readonly undecodablePayload: { readonly encoding: string; readonly reason: string };
}

export function isUndecodable(value: unknown): value is Undecodable {
  return typeof value === 'object' && value !== null && 'undecodablePayload' in value;
}

export function describeUndecodable({ undecodablePayload: { encoding, reason } }: Undecodable): string {
  return `the payload could not be decoded (encoding "${encoding}": ${reason})`;
}
