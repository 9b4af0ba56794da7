import {
  type IExecuteFunctions,
  type INodeExecutionData,
  type INodeType,
  type INodeTypeDescription,
  NodeConnectionTypes,
  NodeOperationError,
} from 'n8n-workflow';
import { getAccounts, getFilters, getKinds, getViews } from '../shared/choices.ts';
import { CREDENTIALS, ICON } from '../shared/properties.ts';
import { getEmptied, getFields } from './fields.ts';
import { OPERATIONS } from './operations.ts';
import { PROPERTIES } from './properties.ts';

/** Works with the records of every kind. Kinds, fields and choices are those of the service. */
export class Rapport implements INodeType {
  description: INodeTypeDescription = {
    displayName: 'Rapport',
    name: 'rapport',
    icon: ICON,
    group: ['transform'],
    version: 1,
    subtitle: '={{ $parameter["operation"] + ": " + $parameter["kind"] }}',
    description: 'Work with the clients, contacts, deals, tasks and notes of Rapport',
    defaults: { name: 'Rapport' },
    inputs: [NodeConnectionTypes.Main],
    outputs: [NodeConnectionTypes.Main],
    usableAsTool: true,
    credentials: CREDENTIALS,
    properties: PROPERTIES,
  };

  methods = {
    loadOptions: { getAccounts, getKinds, getFilters, getViews, getEmptied },
    resourceMapping: { getFields },
  };

  async execute(this: IExecuteFunctions): Promise<INodeExecutionData[][]> {
    const out: INodeExecutionData[] = [];
    for (const index of this.getInputData().keys()) {
      const kind = this.getNodeParameter('kind', index) as string;
      const operation = this.getNodeParameter('operation', index) as string;
      const asked = done(this, kind, operation, index);
      const found = await (this.continueOnFail()
        ? asked.catch(({ message }) => [{ error: message }])
        : asked);
      out.push(...found.map((json) => ({ json, pairedItem: { item: index } })));
    }
    return [out];
  }
}

async function done(context: IExecuteFunctions, kind: string, operation: string, index: number) {
  if (!/^[a-z-]+$/.test(kind)) {
    throw new NodeOperationError(
      context.getNode(),
      `"${kind}" is no kind of record. Choose one of the list.`,
    );
  }
  return OPERATIONS[operation]!(context, kind, index);
}
