import { NotificationSettings, NotificationSettingsUpdate } from '@rapport/contract/notifications';
import { type Api, envelope } from '../../platform/http/api/api.ts';
import { dataOf, refusals } from '../../platform/http/api/openapi.ts';
import { getSettings, type SettingsCore, updateSettings } from './actions.ts';

const tags = ['Notifications'];

export function settingsRoutes(api: Api, core: SettingsCore): void {
  api.get(
    '/api/v2/notification-settings',
    {
      schema: {
        tags,
        operationId: 'getNotificationSettings',
        summary: 'Retrieve what you are told, and where',
        response: { 200: dataOf(NotificationSettings), ...refusals(400, 401) },
      },
    },
    async ({ caller }) => envelope(await getSettings(core, caller)),
  );

  api.patch(
    '/api/v2/notification-settings',
    {
      schema: {
        tags,
        operationId: 'updateNotificationSettings',
        summary: 'Choose what you are told, and where',
        body: NotificationSettingsUpdate,
        response: { 200: dataOf(NotificationSettings), ...refusals(400, 401, 422) },
      },
    },
    async ({ caller, body }) => envelope(await updateSettings(core, caller, body)),
  );
}
