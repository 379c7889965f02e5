/** Spanish. Pronouns are written together with the command: `envíaselo`. */
import { spanishForms } from './forms.ts';
import type { Language } from './language.ts';

export const SPANISH: Language = {
  name: 'es',
  common: `el la los las un una unos unas de del y o a al que es son para con en por no mi mis nuestro nuestra nuestros su sus este esta
    estos estas yo tú él ella nosotros favor qué cuál cuáles cuánto cuánta cuántos cuántas dónde cuándo cómo quién sin luego después
    puedes podrías me te le se lo ya también todos todas hay está están ha he si como más`,
  forms: spanishForms,
  verbs: {
    look: `leer revisar mirar buscar encontrar mostrar listar explicar describir analizar comparar calcular contar consultar examinar
      verificar comprobar identificar recomendar ver`,
    compile: 'resumir traducir recopilar extraer',
    write: `escribir modificar corregir renombrar mover añadir agregar rellenar completar guardar archivar copiar ordenar clasificar
      marcar anotar actualizar reemplazar insertar editar descargar aumentar subir bajar reducir cambiar combinar pausar importar
      exportar apuntar encender apagar restaurar asignar registrar`,
    send: `enviar mandar reenviar responder contestar publicar postear avisar informar notificar recordar agradecer contactar llamar
      anunciar comentar comunicar escribir+a tuitear pasar disculpar`,
    share: 'compartir',
    pay: 'pagar abonar transferir reembolsar devolver donar ingresar liquidar',
    buy: 'comprar pedir encargar suscribir',
    book: 'reservar agendar programar inscribir concertar planificar convocar aplazar posponer alquilar organizar',
    delete: 'borrar eliminar vaciar suprimir tirar limpiar',
    remove: 'cancelar anular quitar retirar',
    execute: 'correr ejecutar lanzar instalar desplegar reiniciar probar compilar iniciar migrar',
    code: 'implementar arreglar refactorizar depurar optimizar programar+código desarrollar',
    push: 'empujar',
    configure:
      'desviar configurar autorizar revocar bloquear desbloquear restablecer restringir conceder rotar cifrar congelar',
    change: 'crear generar hacer poner redactar establecer definir fijar',
    add: 'añadir agregar',
    give: 'dar otorgar conceder',
    invite: 'invitar',
    open: 'abrir',
    close: 'cerrar',
    toggle: 'activar desactivar habilitar deshabilitar',
    draft: 'preparar',
    respond: 'aceptar rechazar aprobar confirmar declinar',
    renew: 'renovar prolongar ampliar',
    tell: 'decir',
    urge: 'pedir decir recordar invitar',
    any: 'cambiar modificar tocar hacer',
  },
  verbsAndNouns: { book: 'reserva programa', buy: 'compra', pay: 'paga', send: 'responde' },
  irregular: `envía=enviar envíe=enviar di=decir diga=decir haz=hacer haga=hacer pon=poner ponga=poner pide=pedir pida=pedir
    muestra=mostrar cuenta=contar encuentra=encontrar busca=buscar mueve=mover recuerda=recordar sugiere=sugerir
    reenvía=reenviar reenvíe=reenviar da=dar dé=dar cierra=cerrar convierte=convertir devuelve=devolver vacía=vaciar prueba=probar
    despliega=desplegar traduce=traducir renueva=renovar pospón=posponer aplaza=aplazar revisa=revisar transfiere=transferir
    actualiza=actualizar actualice=actualizar dinos=decir haz=hacer encárgate=hacer cancela=cancelar`,
  nouns: {
    message:
      'mensaje correo email mail e-mail respuesta comentario invitación carta boletín recordatorio sms anuncio publicación post notificación',
    money: 'pago transferencia factura reembolso donación nómina anticipo dinero alquiler euro €',
    credit: 'abono vale descuento',
    order:
      'vuelo hotel habitación mesa tren billete billetes reserva cita taxi coche restaurante asiento plaza',
    event: 'reunión evento entrevista llamada cita taller sesión',
    access: `acceso permiso permisos rol contraseña token clave usuario miembro grupo cuenta admin administrador cortafuegos puerto regla
      filtro ajuste ajustes configuración webhook certificado límite tope beneficiario`,
    program: 'script prueba pruebas servidor servicio contenedor pipeline migración programa comando',
    device: 'luz luces lámpara calefacción persiana música',
    mark: 'etiqueta estado prioridad',
    group: 'equipo grupo canal proyecto espacio lista',
    bin: 'papelera',
    file: 'archivo fichero documento tabla carpeta página nota notas hoja presentación crm',
  },
  polite: `puedes|podrías|puede|podría|por favor|porfa|necesito que|quiero que|quiero|necesito|me gustaría|hay que|tienes que|debes|no olvides|
    si es posible|si puedes|ayúdame a|vamos a|quisiera`,
  fillers:
    'luego después también ahora además rápidamente hola y entonces primero finalmente por favor porfa solo simplemente',
  conjunctions: 'y e luego después pero',
  alternatives: 'o u ni',
  markers: 'a de',
  hasFreeInfinitives: true,
  negators: 'no sin nunca jamás',
  negatingArticles: 'ningún ninguna',
  anything: 'nada nadie algo ninguno todavía aún todo lo la los las',
  nothing: 'nada nadie',
  exceptions: 'más otro otra otros otras salvo excepto antes hasta',
  determiners:
    'el la los las un una unos unas mi mis nuestro nuestra nuestros nuestras tu tus su sus este esta estos estas todo toda todos todas cada al',
  prepositions: 'a al para de del en con por sobre hacia desde según',
  pronouns: 'lo la los las le les me nos',
  me: 'me nos',
  clitics: /(?:(?:me|te|se|nos|os)(?:lo|la|los|las|le|les)|me|te|se|le|les|lo|la|los|las|nos)$/,
  passives: 'ser',
  questions:
    'qué cuál cuáles cuánto cuánta cuántos cuántas dónde cuándo cómo quién quiénes es son hay está están ha han',
  subordinators:
    'que qué cuál quien quién donde dónde cuando cuándo como cómo si porque cuánto cuántos cuántas cuya cuyo',
  please: 'favor porfa',
};
