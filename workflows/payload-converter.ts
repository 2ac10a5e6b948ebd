import type { Undecodable } from '@plumbline/contracts/common/undecodable';
import { defaultPayloadConverter, type PayloadConverter } from '@temporalio/common';

/** Longest part of a foreign encoding name or error that is kept. */
const MAX_DETAIL_LENGTH = 120;

/**
 * The default converter, but a payload that cannot be decoded becomes a marked value instead of an error.
 *
 * An error here would fail the workflow task for ever: a single signal with a foreign encoding could block a run.
 */
export const payloadConverter: PayloadConverter = {
  toPayload: (value, context, hint) => defaultPayloadConverter.toPayload(value, context, hint),
  fromPayload: <T>(...[payload, context, hint]: Parameters<PayloadConverter['fromPayload']>): T => {
    try {
      return defaultPayloadConverter.fromPayload<T>(payload, context, hint as never);
    } catch (error) {
      const undecodable: Undecodable = {
        undecodablePayload: {
          encoding: new TextDecoder().decode(payload.metadata?.['encoding'] ?? undefined).slice(0, MAX_DETAIL_LENGTH),
          reason: (error instanceof Error ? error.message : String(error)).slice(0, MAX_DETAIL_LENGTH),
        },
      };
      // The converter's contract promises T; the marker is recognised by `isUndecodable` wherever input is parsed.
      return undecodable as T;
    }
  },
};
