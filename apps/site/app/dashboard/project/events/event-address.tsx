import { Navigate, useParams } from "react-router";

/** The address of one event: the log, with the event beside it. */
export default function EventAddress() {
  const { eventId = "" } = useParams();
  return <Navigate to={`..?event=${encodeURIComponent(eventId)}`} relative="path" replace />;
}
