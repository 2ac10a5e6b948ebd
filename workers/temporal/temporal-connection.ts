import { setTimeout as delay } from 'node:timers/promises';
import { awaitingInputAttribute, researchStageAttribute } from '@plumbline/contracts/common/search-attributes';
import proto from '@temporalio/proto';
import { NativeConnection } from '@temporalio/worker';
import type { TemporalConfig } from '../config/temporal.ts';

const { INDEXED_VALUE_TYPE_BOOL, INDEXED_VALUE_TYPE_KEYWORD } = proto.temporal.api.enums.v1.IndexedValueType;

const PATIENCE_MS = 5_000;
const PAUSE_MS = 250;

const ATTRIBUTES = [researchStageAttribute, awaitingInputAttribute];

/** Connections of workers and of clients both offer the operator service. */
type OperatorConnection = Pick<NativeConnection, 'operatorService'>;

/** The Temporal Service does not answer. */
class TemporalUnreachableError extends Error {
  override readonly name = 'TemporalUnreachableError';

  constructor(address: string, cause: unknown) {
    super(
      `Temporal does not answer at ${address} (${causeOf(cause)}), asked for ${PATIENCE_MS / 1_000} s. Start it with npx plumbline up, or correct TEMPORAL_ADDRESS.`,
      { cause },
    );
  }
}

/** A busy server, or one that starts, refuses connections for a moment. @throws {TemporalUnreachableError} */
export async function connectToTemporal({ address, connection }: TemporalConfig): Promise<NativeConnection> {
  for (const until = performance.now() + PATIENCE_MS; ;) {
    try {
      return await NativeConnection.connect(connection);
    } catch (error) {
      if (performance.now() >= until) throw new TemporalUnreachableError(address, error);
      await delay(PAUSE_MS);
    }
  }
}

/** The SDK's message repeats itself; the innermost part names the cause. */
function causeOf(error: unknown): string {
  const message = error instanceof Error ? error.message : String(error);
  const innermost = message.split(': ').at(-1) ?? message;
  return innermost.replaceAll(/["()[\]{}]/g, '').trim();
}

/**
 * Registers the search attributes of research runs in the namespace. Workflow tasks that set an unknown one fail until it
 * is registered.
 *
 * @returns a warning with the command to run when registering is not permitted; otherwise undefined
 */
export async function registerSearchAttributes(
  { operatorService }: OperatorConnection,
  namespace: string,
): Promise<string | undefined> {
  try {
    const { customAttributes } = await operatorService.listSearchAttributes({ namespace });
    const missing = ATTRIBUTES.filter(({ name }) => customAttributes?.[name] === undefined);
    if (missing.length === 0) return undefined;
    await operatorService.addSearchAttributes({
      namespace,
      searchAttributes: Object.fromEntries(
        missing.map(({ name, type }) => [name, type === 'BOOL' ? INDEXED_VALUE_TYPE_BOOL : INDEXED_VALUE_TYPE_KEYWORD]),
      ),
    });
    return undefined;
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    if (/already exists/i.test(reason)) return undefined;
    return `Cannot register the search attributes (${reason}). Ask an administrator of the namespace to run:\n  ${registrationCommand(namespace)}`;
  }
}

function registrationCommand(namespace: string): string {
  const parameters = ATTRIBUTES.map(
    ({ name, type }) => `--name ${name} --type ${type === 'BOOL' ? 'Bool' : 'Keyword'}`,
  );
  return `temporal operator search-attribute create --namespace ${namespace} ${parameters.join(' ')}`;
}
