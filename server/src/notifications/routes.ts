import { Closed, EXAMPLE_UUIDS } from '@rapport/contract/fields';
import { Type } from '@rapport/contract/json-schema';
import {
  Notification,
  NotificationSettings,
  NotificationsRead,
  UnreadNotifications,
} from '@rapport/contract/notifications';
import type { FastifyInstance } from 'fastify';
import type { Core } from '../platform/core.ts';
import { type Api, envelope, UuidParams } from '../platform/http/api/api.ts';
import { dataOf, pagesOf, refusals } from '../platform/http/api/openapi.ts';
import { LIMIT_DEFAULT } from '../platform/lists/list-query.ts';
import { newestFirstQuery } from '../platform/lists/list-schema.ts';
import * as actions from './actions.ts';
import type { SettingsCore } from './settings/actions.ts';
import { settingsRoutes } from './settings/routes.ts';
import { unsubscribeRoutes } from './unsubscribe/routes.ts';

const tags = ['Notifications'];

const NotificationsQuery = Closed({
  ...newestFirstQuery('Notifications').properties,
  unread: Type.Optional(Type.Boolean({ description: 'Only those that are not read. Default: false.' })),
});

const ReadBody = Closed({
  until_uuid: Type.Optional(
    Type.String({
      format: 'uuid',
      description: 'The newest one that was seen. Left out: all.',
      examples: [EXAMPLE_UUIDS.any],
    }),
  ),
  subject_uuid: Type.Optional(
    Type.String({
      format: 'uuid',
      description: 'The record that was seen: those about it alone. Left out: about all.',
      examples: [EXAMPLE_UUIDS.any],
    }),
  ),
});

export const schemas = [Notification, UnreadNotifications, NotificationsRead, NotificationSettings];

export async function routesForAnybody(app: FastifyInstance, core: Core): Promise<void> {
  await unsubscribeRoutes(app, core);
}

export function routes(api: Api, core: SettingsCore): void {
  settingsRoutes(api, core);

  api.get(
    '/api/v2/notifications',
    {
      schema: {
        tags,
        operationId: 'listNotifications',
        summary: 'List your notifications',
        description: 'Newest first, those that you want on the pages. Kept for 90 days.',
        querystring: NotificationsQuery,
        response: { 200: pagesOf(Notification), ...refusals(400, 401) },
      },
    },
    ({ caller, query: { limit = LIMIT_DEFAULT, ...asked } }) =>
      actions.listNotifications(core, caller, { ...asked, limit }),
  );

  api.get(
    '/api/v2/notifications/unread',
    {
      schema: {
        tags,
        operationId: 'countUnreadNotifications',
        summary: 'Count your unread notifications',
        response: { 200: dataOf(UnreadNotifications), ...refusals(400, 401) },
      },
    },
    async ({ caller }) => envelope(await actions.countUnread(core, caller)),
  );

  api.get(
    '/api/v2/notifications/:uuid',
    {
      schema: {
        tags,
        operationId: 'retrieveNotification',
        summary: 'Retrieve a notification',
        params: UuidParams,
        response: { 200: dataOf(Notification), ...refusals(400, 401, 404) },
      },
    },
    async ({ caller, params }) => envelope(await actions.getNotification(core, caller, params.uuid)),
  );

  api.post(
    '/api/v2/notifications/:uuid/read',
    {
      schema: {
        tags,
        operationId: 'readNotification',
        summary: 'Mark a notification as read',
        params: UuidParams,
        response: { 200: dataOf(Notification), ...refusals(400, 401, 404, 422) },
      },
    },
    async ({ caller, params }) => envelope(await actions.readNotification(core, caller, params.uuid)),
  );

  api.post(
    '/api/v2/notifications/read',
    {
      schema: {
        tags,
        operationId: 'readAllNotifications',
        summary: 'Mark your notifications as read',
        description:
          'All, those about one record, or those up to the one that was seen last: what comes meanwhile stays unread.',
        body: ReadBody,
        response: { 200: dataOf(NotificationsRead), ...refusals(400, 401, 422) },
      },
    },
    async ({ caller, body }) => envelope(await actions.readNotifications(core, caller, body)),
  );
}
