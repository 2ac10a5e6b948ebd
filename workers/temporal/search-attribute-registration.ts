import { awaitingInputAttribute, researchStageAttribute } from '@plumbline/contracts/common/search-attributes';
import proto from '@temporalio/proto';
import type { NativeConnection } from '@temporalio/worker';

const { INDEXED_VALUE_TYPE_BOOL, INDEXED_VALUE_TYPE_KEYWORD } = proto.temporal.api.enums.v1.IndexedValueType;

const ATTRIBUTES = [researchStageAttribute, awaitingInputAttribute];

/** Connections of workers and of clients both offer the operator service. */
export type OperatorConnection = Pick<NativeConnection, 'operatorService'>;

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
