import { researchLimitsSchema } from '../../../workflows/contracts/research-request.ts';
import { LIMITS } from '../../configuration/settings.ts';
import { fieldsOf, givenFields } from '../../http/schemas/given-fields.ts';

/**
 * Limits of a run as they are given. Defaults are not shown: a model would send them, and they would replace those of
 * the preset.
 */
export const limitsField = givenFields(researchLimitsSchema).meta({
  properties: describedFields(),
  additionalProperties: false,
});

function describedFields(): object {
  const written: Readonly<Record<string, object>> = fieldsOf(researchLimitsSchema);
  return Object.fromEntries(
    LIMITS.map(({ path, description, unit }) => {
      const name = path.at(-1) ?? '';
      const inUnit = unit === undefined ? description : `${description}, in ${unit}`;
      return [name, { ...written[name], default: undefined, description: inUnit }];
    }),
  );
}
