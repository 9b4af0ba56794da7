import type { Import } from '@rapport/client/resources';
import type { OutputOptions } from '../output.ts';
import { parseUuid } from '../parse-uuid.ts';
import { runRemote } from '../remote/run-remote.ts';
import { Verb } from '../verb.ts';
import { columns } from '../words.ts';
import { tellImport, UUID } from './words.ts';

type Options = OutputOptions & { columns?: boolean; plan?: boolean };

export function showImportCommand(): Verb {
  return new Verb('show')
    .description('Show an import: of a draft what would happen, then how far it is.')
    .argument('<uuid>', 'the import', parseUuid)
    .option('--columns', 'also show what each column with values becomes')
    .option('--plan', 'print the plan alone, to be changed and given to "imports update --plan"')
    .examples(`imports show ${UUID} --columns`, `imports show ${UUID} --plan`, `imports show ${UUID} --json`)
    .action((uuid: string, options: Options) =>
      runRemote(
        options,
        async ({ rapport }) => rapport.imports.retrieve(uuid),
        (shown) => tell(shown, options),
      ),
    );
}

function tell(shown: Import, options: Options): string {
  if (options.plan) return JSON.stringify(shown.plan, null, 2);
  return [tellImport(shown), ...(options.columns ? shown.files.map(tellColumns(shown)) : [])].join('\n\n');
}

function tellColumns({ plan, fields }: Import) {
  return ({ name, columns: found }: Import['files'][number], place: number): string => {
    const { resource, columns: planned } = plan.files[place]!;
    const rows = found.flatMap(({ name: column, filled, samples }, index) => {
      const { to, key, label, type } = planned[index]!;
      const own = to === 'custom' ? `custom.${key ?? column}${type ? ` (${type})` : ''}` : to;
      const becomes = own === null ? '(left out)' : label ? `${own} (${label})` : own;
      return filled > 0 ? [[column || '(no name)', becomes, samples[0] ?? '']] : [];
    });
    const own = resource === null ? undefined : (fields as Record<string, string[]>)[resource];
    const may = own ? [`  A ${resource} takes: ${own.join(', ')}`] : [];
    return [`${name}:`, columns([['COLUMN', 'BECOMES', 'FIRST VALUE'], ...rows]), ...may].join('\n');
  };
}
