import { Navigate, useParams } from "react-router";

/** The address of one delivery: its endpoint's deliveries, with the delivery beside them. */
export default function DeliveryAddress() {
  const { deliveryId = "" } = useParams();
  return <Navigate to={`../..?tab=deliveries&event=${encodeURIComponent(deliveryId)}`} relative="path" replace />;
}
