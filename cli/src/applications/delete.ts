import type { Command } from 'commander';
import { deleteApplication } from '../../../server/src/oauth/applications/actions.ts';
import { applicationVerb } from './verb.ts';

export function deleteApplicationCommand(): Command {
  return applicationVerb(
    'delete',
    'Delete an application for good: its tokens end and its webhook subscriptions are disabled.',
    '',
    'Deleted. This is what it was:',
    (service, cause, client_id) => deleteApplication(service, cause, client_id),
  );
}
