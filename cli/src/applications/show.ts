import type { Command } from 'commander';
import { getApplication } from '../../../server/src/oauth/applications/actions.ts';
import { applicationVerb } from './verb.ts';

export function showApplicationCommand(): Command {
  return applicationVerb('show', 'Show an application.', '', null, (service, _cause, client_id) =>
    getApplication(service, client_id),
  );
}
