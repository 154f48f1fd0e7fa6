import {
  deleteNotificationSettings,
  getNotificationSettings,
  getNotificationSettingsAsUser,
  updateNotificationSettings,
  updateNotificationSettingsAsUser,
} from "@weft/protocol";
import { implement, routes } from "./route.ts";

export const notificationSettingsRoutes = routes(
  implement(getNotificationSettings, ({ project, path }, { notificationSettings }) =>
    notificationSettings.ofUser(project.id, path.userId),
  ),
  implement(updateNotificationSettings, ({ project, path, body }, { notificationSettings }) =>
    notificationSettings.changeOfUser(project.id, path.userId, body),
  ),
  implement(deleteNotificationSettings, ({ project, path }, { notificationSettings }) =>
    notificationSettings.resetUser(project.id, path.userId),
  ),
  implement(getNotificationSettingsAsUser, ({ person }, { notificationSettings }) =>
    notificationSettings.ofUser(person.project, person.userId),
  ),
  implement(updateNotificationSettingsAsUser, ({ person, body }, { notificationSettings }) =>
    notificationSettings.changeOfUser(person.project, person.userId, body),
  ),
);
