import { DefaultFailureConverter } from '@temporalio/common';

/** Moves messages and stack traces of failures into payloads, so that the codec encrypts them as it does values. */
export const failureConverter = new DefaultFailureConverter({ encodeCommonAttributes: true });
