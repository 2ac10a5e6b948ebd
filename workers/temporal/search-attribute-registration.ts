import proto from '@temporalio/proto';
import type { NativeConnection } from '@temporalio/worker';
import { awaitingInputAttribute, researchStageAttribute } from '../../workflows/contracts/search-attributes.ts';

const { INDEXED_VALUE_TYPE_BOOL, INDEXED_VALUE_TYPE_KEYWORD } = proto.temporal.api.enums.v1.IndexedValueType;

const ATTRIBUTES = [researchStageAttribute, awaitingInputAttribute];

/** The connection of a worker or of a client: both offer the operator's service. */
export type OperatorConnection = Pick<NativeConnection, 'operatorService'>;

/**
 * Makes the search attributes of research runs known to the namespace. Workflow tasks that set an unknown one fail until
 * it is registered.
 *
 * @returns a warning that says what to run, when the service does not let us register them; undefined when all is well
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
    return `Cannot register the search attributes (${reason}). Somebody with the right to do so has to run:\n  ${registrationCommand(namespace)}`;
  }
}

function registrationCommand(namespace: string): string {
  const parameters = ATTRIBUTES.map(
    ({ name, type }) => `--name ${name} --type ${type === 'BOOL' ? 'Bool' : 'Keyword'}`,
  );
  return `temporal operator search-attribute create --namespace ${namespace} ${parameters.join(' ')}`;
}
