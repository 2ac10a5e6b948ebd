import { type ConnectionOptions, defaultGrpcRetryOptions, makeGrpcRetryInterceptor } from '@temporalio/client';

type Interceptor = NonNullable<ConnectionOptions['interceptors']>[number];
type NextCall = Parameters<Interceptor>[1];
type Call = ReturnType<NextCall>;

/** gRPC's code of a call that its caller gave up. */
const CANCELLED = 1;

/**
 * Retries failed calls as the SDK does. The SDK retries on a timer: if the connection was closed meanwhile, it throws
 * where the error cannot be caught, and the process ends. Here the call ends as cancelled.
 */
export function retriedCalls(): Interceptor[] {
  // The type asks for gRPC's own class, although only its methods are used.
  return [makeGrpcRetryInterceptor(defaultGrpcRetryOptions()), endAfterClose as Interceptor];
}

function endAfterClose(options: Parameters<Interceptor>[0], nextCall: NextCall): Call {
  try {
    return nextCall(options);
  } catch (error) {
    const details = `the connection is closed: ${String(error)}`;
    return {
      start(metadata, listener) {
        listener?.onReceiveMessage?.(null);
        listener?.onReceiveStatus?.({ code: CANCELLED, details, metadata });
      },
      sendMessageWithContext: () => undefined,
      sendMessage: () => undefined,
      halfClose: () => undefined,
      startRead: () => undefined,
      cancelWithStatus: () => undefined,
      getPeer: () => '',
      getAuthContext: () => null,
    };
  }
}
